import com.sun.source.util.JavacTask;
import java.io.StringReader;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.TreeMap;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Prints a line of JSON for each file: its syntax tree as the compiler prints it, or its properties; or null. */
public class Judge {
    static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (char c : text.toCharArray())
            out.append(c < 32 || c > 126 || c == '"' || c == '\\' ? String.format("\\u%04x", (int) c) : String.valueOf(c));
        return out.append('"').toString();
    }

    static String ofProperties(String text) throws Exception {
        Properties properties = new Properties();
        properties.load(new StringReader(text));
        return new TreeMap<>(properties).toString();
    }

    static String ofSource(String text) throws Exception {
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        JavaFileObject source = new SimpleJavaFileObject(URI.create("string:///A.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreErrors) {
                return text;
            }
        };
        var task = (JavacTask) ToolProvider.getSystemJavaCompiler().getTask(null, null, problems, null, null, List.of(source));
        StringBuilder out = new StringBuilder();
        for (var unit : task.parse()) out.append(unit);
        boolean failed = problems.getDiagnostics().stream().anyMatch(problem -> problem.getKind() == Diagnostic.Kind.ERROR);
        return failed ? null : out.toString();
    }

    public static void main(String[] paths) throws Exception {
        for (String path : paths) {
            String text = Files.readString(Path.of(path)), meaning = null;
            try {
                meaning = path.endsWith(".properties") ? ofProperties(text) : ofSource(text);
            } catch (IllegalArgumentException invalid) {
                // not a file of properties
            }
            System.out.println(meaning == null ? "null" : quoted(meaning));
        }
    }
}
