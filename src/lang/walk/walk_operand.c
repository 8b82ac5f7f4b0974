/* Operands of members. A member binds before any operator, but grammars may take the operator
   first: Swift's reads `a + b.c()` as `(a + b).c()` and `!a.b()` as `(!a).b()`. */
#include "lang/registry.h"
#include "lang/walk/node.h"
#include "lang/walk/walk_state.h"

/* Nodes that begin at the same place. */
#define OPERAND_DEPTH_MAX 64

/* Whether a member, a call's brackets or an index follows at the offset. */
static bool is_followed_by_member(Str text, uint32_t end)
{
    Str rest = str_trim(str_slice(text, end, MIN(text.len, (size_t)end + OPERAND_DEPTH_MAX)));
    if (rest.len > 1 && byte_in(rest.ptr[0], "?!"))
        rest = str_from_offset(rest, 1);
    if (rest.len < 2)
        return false;
    return rest.ptr[0] == '[' ||
           (rest.ptr[0] == '.' && (byte_is_word(rest.ptr[1]) || rest.ptr[1] == '`'));
}

uint32_t walk_operand_start(const Walk *walk, TSNode node)
{
    const char *const *loose = walk->language->loose_nodes;
    uint32_t start = node_start(node);
    if (!loose || !is_followed_by_member(walk->text, node_end(node)))
        return start;
    for (int depth = 0; depth < OPERAND_DEPTH_MAX; depth++) {
        uint32_t count = ts_node_child_count(node);
        if (!count)
            break;
        bool implied = walk->text.ptr[node_start(node)] == '.'; // `.red.name`
        bool passes = !implied && lang_lists(loose, str_from(ts_node_type(node)));
        node = ts_node_child(node, passes ? count - 1 : 0);
        start = node_start(node);
    }
    return start;
}
