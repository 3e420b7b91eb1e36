package forecourt;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.codelibs.opensearch.runner.node.OpenSearchRunnerNode;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.plugins.Plugin;

/**
 * One node of a cluster, in a process of its own. Its only argument is the node's home, a folder with
 * {@code config/opensearch.yml}: everything about the node is said there.
 *
 * <p>Whoever starts it holds its standard input open. When that ends, the node removes its home and is gone, so
 * that nothing is left of it however its starter ends.
 */
public final class ClusterNode {
  /** The modules of every OpenSearch distribution that a search service can be expected to need. */
  private static final List<String> MODULES = List.of(
      "org.opensearch.analysis.common.CommonAnalysis",
      "org.opensearch.index.mapper.MapperExtras",
      "org.opensearch.index.reindex.Reindex",
      "org.opensearch.painless.Painless",
      "org.opensearch.script.expression.Expression",
      "org.opensearch.transport.Netty4");

  public static void main(String[] args) throws Exception {
    Path home = Path.of(args[0]).toAbsolutePath();
    Thread watch = new Thread(() -> endWithStarter(home), "starter-watch");
    watch.setDaemon(true);
    watch.start();
    // The server looks into these, and minds if they are not there.
    for (String folder : List.of("logs", "modules", "plugins")) Files.createDirectories(home.resolve(folder));
    Environment environment = InternalSettingsPreparer.prepareEnvironment(
        Settings.builder().put("path.home", home).build(),
        Map.of(),
        home.resolve("config"),
        () -> home.getFileName().toString());
    new OpenSearchRunnerNode(environment, modules()).start();
    // All threads of a node are daemons: without this one, that would be the end.
    watch.join();
  }

  /** The modules' classes, whose names ended otherwise before 3.0. */
  private static List<Class<? extends Plugin>> modules() throws ClassNotFoundException {
    List<Class<? extends Plugin>> found = new ArrayList<>();
    for (String module : MODULES) found.add(module(module).asSubclass(Plugin.class));
    return found;
  }

  private static Class<?> module(String name) throws ClassNotFoundException {
    try {
      return Class.forName(name + "ModulePlugin");
    } catch (ClassNotFoundException before3) {
      return Class.forName(name + "Plugin");
    }
  }

  private static void endWithStarter(Path home) {
    try {
      while (System.in.read() >= 0) continue;
      remove(home);
    } catch (IOException error) {
      System.err.println(error);
    } finally {
      // An orderly end would hand over shards and write what nobody will read.
      Runtime.getRuntime().halt(0);
    }
  }

  private static void remove(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      paths.sorted(Comparator.reverseOrder()).forEach((path) -> path.toFile().delete());
    }
  }

  private ClusterNode() {}
}
