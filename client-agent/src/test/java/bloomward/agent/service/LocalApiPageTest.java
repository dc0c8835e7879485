package bloomward.agent.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.config.AgentSetting;
import bloomward.agent.publisher.Publisher;
import bloomward.agent.publisher.SharedPublisher;
import bloomward.agent.socket.SocketClient;
import bloomward.format.testing.Needs;
import bloomward.format.testing.SetClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Examples and programs of LOCAL-API.md, tried on a real agent.
@ExtendWith(SharedPublisher.class)
@Timeout(60)
final class LocalApiPageTest {

    private static final Path PAGE = Path.of("LOCAL-API.md");
    /// Fields that differ from agent to agent.
    private static final Pattern VARIABLE = Pattern.compile(
            "\"(elapsedMicros|pid|uptimeSeconds|sequence|program|origin|server|nextPoll|rootExpires|latestExpires|publisher|since|number)\":"
                    + "(\"[^\"]*\"|[0-9]+)");

    @TempDir
    private Path folder;
    private final Publisher publisher;

    LocalApiPageTest(Publisher publisher) {
        this.publisher = publisher;
    }

    @Test
    void theExamplesAreTrue() throws Exception {
        try (Agent agent = agent(); SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(UnixDomainSocketAddress.of(agent.socket()));
            BufferedReader answers = new BufferedReader(Channels.newReader(channel, UTF_8));
            int examples = 0;
            for (String line : Files.readAllLines(PAGE)) {
                if (line.startsWith("> ")) {
                    channel.write(ByteBuffer.wrap((line.substring(2) + "\n").getBytes(UTF_8)));
                    examples++;
                } else if (line.startsWith("< ")) {
                    assertThat(masked(answers.readLine())).isEqualTo(masked(line.substring(2)));
                }
            }
            assertThat(examples).isEqualTo(11);
        }
    }

    @Test
    void theProgramInPythonRuns() throws Exception {
        Needs.programs("python3");
        Matcher program = Pattern.compile("```python\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(PAGE));
        assertThat(program.find()).isTrue();
        try (Agent _ = agent()) {
            ProcessBuilder python = new ProcessBuilder(List.of("python3", "-c", program.group(1)));
            python.environment().put("XDG_RUNTIME_DIR", folder.toString());
            Process process = python.redirectErrorStream(true).start();
            assertThat(new String(process.getInputStream().readAllBytes(), UTF_8)).isEqualTo("listed\nclean\n");
        }
    }

    private Agent agent() throws Exception {
        Agent agent = new Agents(folder, new SetClock()).at(publisher)
                .with(AgentSetting.SOCKET, folder.resolve("bloomward/agent.sock").toString())
                .start();
        try (SocketClient client = Agents.connect(agent)) {
            client.update();
            assertThat(client.update().outcome()).isEqualTo("unchanged");
            return agent;
        } catch (IOException e) {
            agent.close();
            throw e;
        }
    }

    private static String masked(String answer) {
        return VARIABLE.matcher(answer).replaceAll("\"$1\":?");
    }
}
