import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.IOException;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import javax.lang.model.element.*;
import javax.tools.*;

/**
 * Edges ROOT CLASSPATH FOLDER...: attributes every Java file under the folders with javac's own front end and
 * prints functions (F path name line end kind of-line), edges (E caller callee line; both path, name, line) calls that
 * did not resolve (O caller name line) and files (L path), separated by tabs.
 */
public final class Edges {
    private final Path root;
    private final Trees trees;
    private final StringBuilder out = new StringBuilder();

    private Edges(Path root, Trees trees) {
        this.root = root;
        this.trees = trees;
    }

    private String path(CompilationUnitTree unit) {
        return root.relativize(Path.of(unit.getSourceFile().toUri())).toString();
    }

    /** Where the name of a declaration stands, or 0 when it is not in the source. */
    private long line(TreePath at) {
        CompilationUnitTree unit = at.getCompilationUnit();
        long position = trees.getSourcePositions().getStartPosition(unit, at.getLeaf());
        if (position < 0) {
            return 0;
        }
        ModifiersTree modifiers = at.getLeaf() instanceof MethodTree m ? m.getModifiers()
            : at.getLeaf() instanceof ClassTree c ? c.getModifiers() : null;
        long after = modifiers == null ? -1 : trees.getSourcePositions().getEndPosition(unit, modifiers);
        return unit.getLineMap().getLineNumber(after > 0 ? next(unit, after) : position);
    }

    /** The first thing after annotations and modifiers. */
    private long next(CompilationUnitTree unit, long position) {
        try {
            CharSequence text = unit.getSourceFile().getCharContent(true);
            int at = (int) position;
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
            return at;
        } catch (IOException error) {
            return position;
        }
    }

    private long end(TreePath at) {
        CompilationUnitTree unit = at.getCompilationUnit();
        return unit.getLineMap().getLineNumber(trees.getSourcePositions().getEndPosition(unit, at.getLeaf()));
    }

    private static String name(Element element) {
        boolean isConstructor = element.getKind() == ElementKind.CONSTRUCTOR;
        return (isConstructor ? element.getEnclosingElement() : element).getSimpleName().toString();
    }

    /** path, name and line of what is declared in these sources; null for anything else. */
    private String place(Element element) {
        TreePath at = element == null ? null : trees.getPath(element);
        if (at == null || name(element).isEmpty()) {
            return null;
        }
        long line = line(at);
        return line == 0 ? null : path(at.getCompilationUnit()) + "\t" + name(element) + "\t" + line;
    }

    /** What stands for an element that is called: the class for its constructors. Every overload is its own. */
    private static Element representative(Element element) {
        return element.getKind() == ElementKind.CONSTRUCTOR ? element.getEnclosingElement() : element;
    }

    private final class Scan extends TreePathScanner<Void, Void> {
        private final Deque<String> callers = new ArrayDeque<>();

        @Override
        public Void visitClass(ClassTree tree, Void unused) {
            Element element = trees.getElement(getCurrentPath());
            String place = place(element);
            if (place != null) {
                out.append("F\t").append(place).append('\t').append(end(getCurrentPath())).append("\tclass\t0\n");
            }
            boolean isNamed = !tree.getSimpleName().isEmpty(); // else what surrounds it runs its fields' values
            if (isNamed) {
                callers.push(path(getCurrentPath().getCompilationUnit()) + "\t<file>\t0");
            }
            super.visitClass(tree, unused);
            if (isNamed) {
                callers.pop();
            }
            return null;
        }

        @Override
        public Void visitMethod(MethodTree tree, Void unused) {
            Element element = trees.getElement(getCurrentPath());
            String place = place(element);
            TreePath stands = trees.getPath(representative(element));
            boolean isConstructor = element.getKind() == ElementKind.CONSTRUCTOR;
            boolean isMade = isConstructor && trees.getSourcePositions().getEndPosition(
                getCurrentPath().getCompilationUnit(), tree) < 0;
            if (place == null || isMade) {
                return null;
            }
            String kind = isConstructor ? "constructor" : tree.getBody() == null ? "abstract" : "function";
            out.append("F\t").append(place).append('\t').append(end(getCurrentPath())).append('\t').append(kind)
                .append('\t').append(line(stands)).append('\n');
            callers.push(place);
            super.visitMethod(tree, unused);
            callers.pop();
            return null;
        }

        private long lineAt(long position) {
            return getCurrentPath().getCompilationUnit().getLineMap().getLineNumber(position);
        }

        private long start(Tree tree) {
            return lineAt(trees.getSourcePositions().getStartPosition(getCurrentPath().getCompilationUnit(), tree));
        }

        private void edge(String callee, long line) {
            out.append("E\t").append(callers.peek()).append('\t').append(callee).append('\t').append(line).append('\n');
        }

        private void call(long line, Element element, String name) {
            if (callers.isEmpty()) {
                return;
            }
            boolean isKnown = element instanceof ExecutableElement;
            String place = isKnown ? place(representative(element)) : null;
            if (place != null) {
                edge(place, line);
            } else if (!isKnown) {
                out.append("O\t").append(callers.peek()).append('\t').append(name).append('\t').append(line).append('\n');
            }
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
            ExpressionTree select = tree.getMethodSelect();
            String name = select instanceof MemberSelectTree m ? m.getIdentifier().toString() : select.toString();
            long nameEnd = trees.getSourcePositions().getEndPosition(getCurrentPath().getCompilationUnit(), select);
            call(lineAt(nameEnd), trees.getElement(new TreePath(getCurrentPath(), select)), name);
            return super.visitMethodInvocation(tree, unused);
        }

        @Override
        public Void visitNewClass(NewClassTree tree, Void unused) {
            Element type = trees.getElement(new TreePath(getCurrentPath(), tree.getIdentifier()));
            String place = place(type); // of an anonymous class: what it extends is created
            if (tree.getClassBody() == null) {
                call(start(tree), trees.getElement(getCurrentPath()), tree.getIdentifier().toString());
            } else if (place != null && !callers.isEmpty()) {
                edge(place, start(tree));
            }
            return super.visitNewClass(tree, unused);
        }
    }

    private static List<Path> sources(Path root, List<String> folders) throws IOException {
        List<Path> found = new ArrayList<>();
        for (String folder : folders) {
            try (Stream<Path> files = Files.walk(root.resolve(folder))) {
                files.filter(file -> file.toString().endsWith(".java")).sorted().forEach(found::add);
            }
        }
        return found;
    }

    public static void main(String[] args) throws IOException {
        Path root = Path.of(args[0]).toAbsolutePath();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null);
        List<String> options = List.of("-proc:none", "-nowarn", "-encoding", "UTF-8", "-XDshould-stop.ifError=FLOW",
            "-classpath", args[1]); // a missing annotation is no reason to stop
        JavacTask task = (JavacTask) compiler.getTask(null, manager, diagnostic -> { }, options, null,
            manager.getJavaFileObjectsFromPaths(sources(root, List.of(args).subList(2, args.length))));
        Edges edges = new Edges(root, Trees.instance(task));
        List<CompilationUnitTree> units = new ArrayList<>();
        task.parse().forEach(units::add);
        task.analyze();
        for (CompilationUnitTree unit : units) {
            edges.out.append("L\t").append(edges.path(unit)).append('\n');
            edges.new Scan().scan(unit, null);
        }
        System.out.print(edges.out);
    }
}
