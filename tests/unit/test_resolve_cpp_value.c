/* C++: what values out of containers, pairs, pointers and templates are. */
#include "edge_case.h"

TEST(cpp_values_out_of_containers_have_their_type)
{
    write_file("v.h", "#include <map>\nstruct V { int m(); };\n");
    write_file("a.cc",
               "#include \"v.h\"\n"
               "void at(std::map<int, V> t) { t.at(1).m(); }\n"
               "void index(std::unordered_map<int, std::unique_ptr<V>> t) { t[1]->m(); }\n"
               "void each(std::map<int, V> t) { for (auto &e : t) e.second.m(); }\n"
               "void both(std::map<int, V> t) { for (auto &[k, v] : t) v.m(); }\n"
               "void keys(std::map<V, int> t) { for (auto &[k, v] : t) { k.m(); } }\n"
               "void pair(std::pair<int, V> p) { auto [a, b] = p; b.m(); }\n"
               "void found(std::map<int, V> t) { if (auto it = t.find(1); it) it->second.m(); }\n"
               "void nested(std::map<int, std::vector<V>> t) { for (auto &e : t[1]) e.m(); }\n"
               "void moved(V v) { std::move(v).m(); }\n"
               "void held(std::weak_ptr<V> w) { if (auto s = w.lock()) s->m(); }\n"
               "void top(std::stack<V> s) { if (s.size()) (*s.top()).m(); }\n"
               "void later(std::future<V> f) { f.get().m(); }\n"
               "void not_key(std::map<int, V> t) { for (auto &[k, v] : t) k.m(); }\n"
               "void not_first(std::pair<int, V> p) { p.first.m(); }\n");
    expect_edges(EDGES("a.cc:at -> v.h:V::m", "a.cc:index -> v.h:V::m", "a.cc:each -> v.h:V::m",
                       "a.cc:both -> v.h:V::m", "a.cc:keys -> v.h:V::m", "a.cc:pair -> v.h:V::m",
                       "a.cc:found -> v.h:V::m", "a.cc:nested -> v.h:V::m",
                       "a.cc:moved -> v.h:V::m", "a.cc:held -> v.h:V::m", "a.cc:top -> v.h:V::m",
                       "a.cc:later -> v.h:V::m"),
                 EDGES("not_key -> v.h", "not_first -> v.h"));
}

TEST(cpp_arguments_of_templates_are_kept)
{
    write_file("b.h",
               "struct V { int m(); };\ntemplate <class T, int N = 4> struct Box {\n"
               "    T item; T &get(); std::vector<T> all;\n    class Iterator { int go(); };\n"
               "    Box<T>::Iterator begin();\n};\n"
               "struct Users : public Box<V> { int own() { return get().m(); } };\n");
    write_file("b.cc", "#include \"b.h\"\nvoid get(Box<V> b) { b.get().m(); }\n"
                       "void field(Box<V> *b) { b->item.m(); }\n"
                       "void list(Box<V> b) { b.all[0].m(); }\n"
                       "void based(Users u) { u.get().m(); }\n"
                       "void walk() { Box<V>::Iterator it; it.go(); }\n"
                       "void other(Box<int> b) { b.get().m(); }\n");
    expect_edges(EDGES("b.cc:get -> b.h:V::m", "b.cc:field -> b.h:V::m", "b.cc:list -> b.h:V::m",
                       "b.cc:based -> b.h:V::m", "b.h:Users::own -> b.h:V::m",
                       "b.cc:walk -> b.h:Box::Iterator"),
                 EDGES("other -> b.h:V"));
}
