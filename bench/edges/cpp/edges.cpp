// edges ROOT SOURCE… -- FLAGS…: prints what clang says of every call in the sources and in what they include
// below ROOT, as rows separated by tabs, which ../cpp.mjs merges:
//   L path                                      a file that was looked at
//   S path from to                              lines that the preprocessor skips wherever the file is included
//   F path name line end kind of-line usr       a function with a body, a class, or what is only declared
//   C site path name line  path name line usr  line   a call: caller, callee (its declaration when it is defined in
//                                               another unit), line of the call
//   O site path name line  name line why        a call that the code does not decide (param: by what a template is
//                                               instantiated with), or that is not judged
// A template's function is its pattern. Objects are created where a class is named to do so: `new`, `T(…)`,
// `T{…}`, a variable `T x…`, a base in a constructor's list. Not judged: copies, and members in such a list.
#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Index/USRGeneration.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Tooling/CompilationDatabase.h>
#include <clang/Tooling/Tooling.h>
#include <llvm/Support/FileSystem.h>
#include <map>
#include <set>

using namespace clang;

static std::string root; // with a slash at its end

struct Place {
    std::string path; // empty outside the tree
    unsigned line = 0;
};

static std::string inside(const SourceManager &sources, FileID file)
{
    const FileEntry *entry = sources.getFileEntryForID(file);
    llvm::StringRef path = entry ? entry->tryGetRealPathName() : "";
    return path.startswith(root) ? path.substr(root.size()).str() : "";
}

static void print(std::initializer_list<std::string> cells)
{
    static std::set<std::string> seen; // headers come in every unit
    std::string row;
    for (const std::string &cell : cells)
        row += (row.empty() ? "" : "\t") + cell;
    if (seen.insert(row).second)
        llvm::outs() << row << '\n';
}

/* ---- what a declaration is the instance of ---- */

static const FunctionDecl *pattern(const FunctionDecl *function)
{
    for (;;) {
        if (function->getTemplateSpecializationKind() == TSK_ExplicitSpecialization)
            return function;
        const FunctionDecl *from = function->getInstantiatedFromMemberFunction();
        if (const FunctionTemplateDecl *primary = function->getPrimaryTemplate()) {
            while (primary->getInstantiatedFromMemberTemplate() && !primary->isMemberSpecialization())
                primary = primary->getInstantiatedFromMemberTemplate();
            from = primary->getTemplatedDecl();
        } else if (const FunctionTemplateDecl *own = function->getDescribedFunctionTemplate()) {
            while (own->getInstantiatedFromMemberTemplate() && !own->isMemberSpecialization())
                own = own->getInstantiatedFromMemberTemplate();
            from = own->getTemplatedDecl();
        }
        if (!from || from == function)
            return function;
        function = from;
    }
}

static const CXXRecordDecl *pattern(const CXXRecordDecl *record)
{
    const CXXRecordDecl *from = record->getTemplateInstantiationPattern();
    record = from ? from : record;
    return record->hasDefinition() && record->getDefinition() ? record->getDefinition() : record;
}

// The class that a written type names; none when it is deduced or depends on a parameter.
static const CXXRecordDecl *record_of(QualType type)
{
    while (!type.isNull() && type->getAsArrayTypeUnsafe())
        type = type->getAsArrayTypeUnsafe()->getElementType();
    if (type.isNull() || type->getContainedDeducedType() || isa<DecltypeType>(type))
        return nullptr;
    if (const CXXRecordDecl *record = type->getAsCXXRecordDecl())
        return pattern(record);
    const auto *special = type->getAs<TemplateSpecializationType>();
    const auto *made =
        special ? dyn_cast_or_null<ClassTemplateDecl>(special->getTemplateName().getAsTemplateDecl()) : nullptr;
    return made ? pattern(made->getTemplatedDecl()) : nullptr;
}

static bool is_dependent_name(QualType type)
{
    return !type.isNull() && type->isDependentType() && !record_of(type) && !type->isPointerType() &&
           !type->isReferenceType();
}

static std::string name_of(const NamedDecl *declaration)
{
    if (const auto *made = dyn_cast<CXXConstructorDecl>(declaration))
        return name_of(made->getParent());
    if (const auto *gone = dyn_cast<CXXDestructorDecl>(declaration))
        return "~" + name_of(gone->getParent());
    if (const auto *tag = dyn_cast<TagDecl>(declaration))
        if (const TypedefNameDecl *alias = tag->getTypedefNameForAnonDecl())
            return alias->getNameAsString();
    return declaration->getNameAsString();
}

// A macro made the name and the body, so that neither is in the source.
static bool is_generated(const FunctionDecl *function)
{
    const Stmt *body = function->hasBody() ? function->getBody() : nullptr;
    return function->getLocation().isMacroID() && (!body || body->getBeginLoc().isMacroID());
}

static bool is_generated(const NamedDecl *declaration)
{
    const auto *function = dyn_cast<FunctionDecl>(declaration);
    return function ? is_generated(function) : declaration->getLocation().isMacroID();
}

static std::string usr_of(const Decl *declaration)
{
    llvm::SmallString<128> usr;
    return index::generateUSRForDecl(declaration, usr) ? "" : usr.str().str();
}

/* ---- one unit ---- */

class Calls : public RecursiveASTVisitor<Calls>
{
    using Base = RecursiveASTVisitor<Calls>;
    const SourceManager &sources;
    const FunctionDecl *function = nullptr; // the named one around
    bool instance = false;                  // inside what a template was instantiated to
    int unevaluated = 0;

  public:
    explicit Calls(ASTContext &context) : sources(context.getSourceManager()) {}
    bool shouldVisitTemplateInstantiations() const { return true; }

    Place place_of(SourceLocation location) const
    {
        SourceLocation at = sources.getExpansionLoc(location);
        if (at.isInvalid())
            return {};
        return {inside(sources, sources.getFileID(at)), sources.getExpansionLineNumber(at)};
    }

    /* ---- where we are ---- */

    bool TraverseDecl(Decl *declaration)
    {
        const FunctionDecl *function_before = function;
        bool instance_before = instance;
        const auto *method = dyn_cast_or_null<CXXMethodDecl>(declaration);
        bool lambda = method && method->getParent()->isLambda();
        if (const auto *found = dyn_cast_or_null<FunctionDecl>(declaration); found && !lambda) {
            function = found;
            instance = instance || pattern(found) != found;
        } else if (const auto *record = dyn_cast_or_null<CXXRecordDecl>(declaration); record && !record->isLambda()) {
            function = nullptr;
            instance = instance || record->getTemplateInstantiationPattern();
        }
        bool result = Base::TraverseDecl(declaration);
        function = function_before;
        instance = instance_before;
        return result;
    }

    template <typename Walk> bool aside(Walk walk)
    {
        unevaluated++;
        bool result = walk();
        unevaluated--;
        return result;
    }
    bool TraverseDecltypeTypeLoc(DecltypeTypeLoc type)
    {
        return aside([&] { return Base::TraverseDecltypeTypeLoc(type); });
    }
    bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *expression)
    {
        return aside([&] { return Base::TraverseUnaryExprOrTypeTraitExpr(expression); });
    }
    bool TraverseCXXNoexceptExpr(CXXNoexceptExpr *expression)
    {
        return aside([&] { return Base::TraverseCXXNoexceptExpr(expression); });
    }
    bool TraverseStaticAssertDecl(StaticAssertDecl *declaration)
    {
        return aside([&] { return Base::TraverseStaticAssertDecl(declaration); });
    }

    /* ---- rows ---- */

    // Cells of the function around, as others see it; false outside the tree.
    bool caller_of(SourceLocation location, Place *place, std::string *name) const
    {
        *place = place_of(location);
        *name = "<file>";
        if (place->path.empty())
            return false;
        if (!function) {
            place->line = 0;
            return true;
        }
        const FunctionDecl *own = pattern(function), *defined = nullptr;
        own = own->isDefined(defined) && defined ? defined : own;
        *place = place_of(own->getLocation());
        *name = name_of(own);
        return !place->path.empty() && !is_generated(own);
    }

    std::string site_of(SourceLocation location) const
    {
        Place place = place_of(location);
        unsigned at = sources.getFileOffset(sources.getExpansionLoc(location));
        unsigned spelled = sources.getFileOffset(sources.getSpellingLoc(location));
        return place.path + ":" + std::to_string(at) + ":" + (location.isMacroID() ? std::to_string(spelled) : "");
    }

    void add_open(SourceLocation location, const std::string &name, const char *why)
    {
        Place caller;
        std::string own;
        if (!name.empty() && caller_of(location, &caller, &own))
            print({"O", site_of(location), caller.path, own, std::to_string(caller.line), name,
                   std::to_string(place_of(location).line), why});
    }

    void add_call(SourceLocation location, const NamedDecl *callee, const std::string &usr)
    {
        Place caller, target = place_of(callee->getLocation());
        std::string own, name = name_of(callee);
        if (target.path.empty() || name.empty() || !caller_of(location, &caller, &own))
            return;
        if (unevaluated || is_generated(callee))
            add_open(location, name, unevaluated ? "unevaluated" : "generated");
        else
            print({"C", site_of(location), caller.path, own, std::to_string(caller.line), target.path, name,
                   std::to_string(target.line), usr, std::to_string(place_of(location).line)});
    }

    void add_function(const FunctionDecl *found, bool defined)
    {
        Place place = place_of(found->getLocation());
        const auto *made = dyn_cast<CXXConstructorDecl>(found);
        Place type = made ? place_of(pattern(made->getParent())->getLocation()) : Place();
        const char *kind = !defined                          ? "abstract"
                           : found->getLocation().isMacroID() ? "made"
                           : made                             ? "constructor"
                                                              : "function";
        if (!place.path.empty() && !is_generated(found))
            print({"F", place.path, name_of(found), std::to_string(place.line),
                   std::to_string(place_of(found->getEndLoc()).line), kind,
                   std::to_string(type.path == place.path ? type.line : 0), usr_of(found)});
    }

    bool VisitFunctionDecl(FunctionDecl *found)
    {
        const auto *method = dyn_cast<CXXMethodDecl>(found);
        bool lambda = method && method->getParent()->isLambda();
        if (!instance && !lambda && !found->isImplicit() && found->isThisDeclarationADefinition() &&
            !found->isDeleted())
            add_function(found, true);
        return true;
    }

    bool VisitCXXRecordDecl(CXXRecordDecl *found)
    {
        Place place = place_of(found->getLocation());
        if (!instance && !found->isLambda() && found->isThisDeclarationADefinition() && !place.path.empty() &&
            !name_of(found).empty() && !is_generated(found))
            print({"F", place.path, name_of(found), std::to_string(place.line),
                   std::to_string(place_of(found->getEndLoc()).line), "class", "0", ""});
        return true;
    }

    /* ---- calls ---- */

    bool VisitCallExpr(CallExpr *call)
    {
        SourceLocation location = call->getCallee()->getExprLoc();
        const Decl *target = call->getCalleeDecl();
        const auto *callee = dyn_cast_or_null<FunctionDecl>(target);
        if (isa<CXXOperatorCallExpr>(call) || isa<UserDefinedLiteral>(call)) {
            const auto *object = dyn_cast_or_null<DeclRefExpr>(call->getNumArgs() ? call->getArg(0)->IgnoreImpCasts() : nullptr);
            if (callee)
                add_open(call->getExprLoc(), object ? name_of(object->getDecl()) : name_of(callee), "operator");
        } else if (callee) {
            add_direct(location, callee);
        } else if (const auto *named = dyn_cast_or_null<NamedDecl>(target)) {
            add_open(location, name_of(named), "value");
        } else if (!instance) {
            add_dependent(call->getCallee()->IgnoreParenImpCasts());
        }
        return true;
    }

    void add_direct(SourceLocation location, const FunctionDecl *callee)
    {
        callee = pattern(callee);
        if (callee->isImplicit() || isa<CXXConversionDecl>(callee))
            return;
        const FunctionDecl *defined = nullptr;
        if (callee->isDefined(defined) && defined) {
            add_call(location, defined, "");
            return;
        }
        callee = callee->getCanonicalDecl();
        if (!unevaluated)
            add_function(callee, false);
        add_call(location, callee, usr_of(callee));
    }

    // In a template: by name and type of the receiver only.
    void add_dependent(const Expr *callee)
    {
        if (const auto *member = dyn_cast<CXXDependentScopeMemberExpr>(callee)) {
            QualType base = member->getBaseType();
            base = base.isNull() ? base : base.getNonReferenceType();
            base = base.isNull() || !base->isPointerType() ? base : base->getPointeeType();
            bool param = base.isNull() || base->getAs<TemplateTypeParmType>();
            add_open(callee->getExprLoc(), member->getMember().getAsString(), param ? "param" : "dependent");
        } else if (const auto *found = dyn_cast<OverloadExpr>(callee)) {
            add_open(callee->getExprLoc(), found->getName().getAsString(), "dependent");
        } else if (const auto *named = dyn_cast<DependentScopeDeclRefExpr>(callee)) {
            add_open(callee->getExprLoc(), named->getDeclName().getAsString(), "param");
        } else {
            add_open(callee->getExprLoc(), "*", "value");
        }
    }

    /* ---- creations ---- */

    void add_creation(SourceLocation location, QualType type, bool judged)
    {
        const CXXRecordDecl *record = instance ? nullptr : record_of(type);
        if (!instance && is_dependent_name(type))
            add_open(location, "*", "type");
        if (!record || place_of(record->getLocation()).path.empty())
            return;
        if (judged && record->isThisDeclarationADefinition())
            add_call(location, record, "");
        else
            add_open(location, name_of(record), "copy");
    }

    bool VisitCXXNewExpr(CXXNewExpr *made)
    {
        add_creation(made->getBeginLoc(), made->getAllocatedTypeSourceInfo()->getType(), true);
        return true;
    }
    bool VisitCXXTemporaryObjectExpr(CXXTemporaryObjectExpr *made)
    {
        add_creation(made->getExprLoc(), made->getTypeSourceInfo()->getType(), true);
        return true;
    }
    bool VisitCXXFunctionalCastExpr(CXXFunctionalCastExpr *made)
    {
        add_creation(made->getExprLoc(), made->getTypeAsWritten(), true);
        return true;
    }
    bool VisitCXXUnresolvedConstructExpr(CXXUnresolvedConstructExpr *made)
    {
        add_creation(made->getExprLoc(), made->getTypeAsWritten(), true);
        return true;
    }

    // Whether the arguments make a new object rather than a copy.
    static bool is_made(const Expr *init)
    {
        init = init ? init->IgnoreImplicit() : nullptr;
        if (const auto *construct = dyn_cast_or_null<CXXConstructExpr>(init))
            return !construct->getConstructor()->isCopyOrMoveConstructor();
        if (const auto *list = dyn_cast_or_null<ParenListExpr>(init))
            return list->getNumExprs() != 1;
        if (const auto *braces = dyn_cast_or_null<InitListExpr>(init))
            return braces->getNumInits() != 1;
        return !init || isa<ImplicitValueInitExpr>(init);
    }

    static bool is_default(const Expr *init)
    {
        const auto *construct = dyn_cast_or_null<CXXConstructExpr>(init ? init->IgnoreImplicit() : nullptr);
        if (!construct || isa<CXXTemporaryObjectExpr>(construct) || construct->isListInitialization())
            return !init;
        for (const Expr *argument : construct->arguments())
            if (!isa<CXXDefaultArgExpr>(argument))
                return false;
        return true;
    }

    bool VisitVarDecl(VarDecl *variable)
    {
        bool plain = !isa<ParmVarDecl>(variable) && !isa<DecompositionDecl>(variable) && !variable->isImplicit() &&
                     !variable->isCXXForRangeDecl() && !variable->isExceptionVariable() && !variable->isInitCapture();
        if (!plain || variable->isThisDeclarationADefinition() == VarDecl::DeclarationOnly || !variable->getTypeSourceInfo())
            return true;
        bool written = variable->getInitStyle() != VarDecl::CInit && is_made(variable->getInit());
        add_creation(variable->getLocation(), variable->getTypeSourceInfo()->getType(),
                     written || is_default(variable->getInit()));
        return true;
    }

    bool VisitFieldDecl(FieldDecl *field)
    {
        if (field->hasInClassInitializer())
            add_creation(field->getLocation(), field->getType(), false);
        return true;
    }

    bool TraverseConstructorInitializer(CXXCtorInitializer *init)
    {
        if (init->isWritten() && init->isAnyMemberInitializer())
            add_creation(init->getSourceLocation(), init->getAnyMember()->getType(), false);
        else if (init->isWritten())
            add_creation(init->getSourceLocation(), init->getTypeSourceInfo()->getType(), init->isBaseInitializer());
        return Base::TraverseConstructorInitializer(init);
    }
};

/* ---- lines that are not compiled ---- */

static std::map<std::string, std::set<unsigned>> skipped; // by every inclusion so far

class Skips : public PPCallbacks
{
    const SourceManager &sources;
    std::map<FileID, std::set<unsigned>> lines;

  public:
    explicit Skips(const SourceManager &manager) : sources(manager) {}

    void FileChanged(SourceLocation location, FileChangeReason reason, SrcMgr::CharacteristicKind, FileID) override
    {
        if (reason == EnterFile)
            lines[sources.getFileID(location)];
    }

    void SourceRangeSkipped(SourceRange range, SourceLocation) override
    {
        unsigned from = sources.getExpansionLineNumber(range.getBegin()) + 1;
        unsigned to = sources.getExpansionLineNumber(range.getEnd());
        for (unsigned line = from; line < to; line++)
            lines[sources.getFileID(range.getBegin())].insert(line);
    }

    void EndOfMainFile() override
    {
        for (const auto &[file, own] : lines) {
            std::string path = inside(sources, file);
            if (path.empty())
                continue;
            print({"L", path});
            auto known = skipped.find(path);
            std::set<unsigned> both;
            for (unsigned line : own)
                if (known == skipped.end() || known->second.count(line))
                    both.insert(line);
            skipped[path] = both;
        }
    }
};

class Consumer : public ASTConsumer
{
    void HandleTranslationUnit(ASTContext &context) override
    {
        Calls(context).TraverseDecl(context.getTranslationUnitDecl());
    }
};

class Action : public ASTFrontendAction
{
    std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &compiler, llvm::StringRef) override
    {
        compiler.getPreprocessor().addPPCallbacks(std::make_unique<Skips>(compiler.getSourceManager()));
        return std::make_unique<Consumer>();
    }
};

int main(int count, char **arguments)
{
    std::vector<std::string> sources, flags;
    bool after = false;
    for (int i = 2; i < count; i++) {
        std::string word = arguments[i];
        if (word == "--")
            after = true;
        else
            (after ? flags : sources).push_back(word);
    }
    llvm::SmallString<256> real;
    if (count < 3 || llvm::sys::fs::real_path(arguments[1], real))
        return 2;
    root = real.str().str() + "/";
    tooling::FixedCompilationDatabase database(root, flags);
    tooling::ClangTool tool(database, sources);
    int status = tool.run(tooling::newFrontendActionFactory<Action>().get());
    for (const auto &[path, lines] : skipped)
        for (auto line = lines.begin(); line != lines.end();) {
            unsigned from = *line, to = from;
            while (++line != lines.end() && *line == to + 1)
                to++;
            print({"S", path, std::to_string(from), std::to_string(to)});
        }
    return status;
}
