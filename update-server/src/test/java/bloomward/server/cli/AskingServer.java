package bloomward.server.cli;

import bloomward.program.testing.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// The administration's program before a server that says what a test wants.
public abstract class AskingServer {

    public static final String LIST = """
            {"name":"phishing","category":"phishing","version":7,"entries":1003,"published":1000,"held":2,
             "plannedEntries":1000000,"capacity":1300000,"needsReview":true,"width":36,
             "seed":"0123456789abcdef",
             "createdAt":"2026-01-02T03:04:05.678Z","sources":[
             {"name":"csirt","kind":"import","category":"phishing","entries":1003}],"later":"ignored"}""";
    public static final String IMPORT = """
            {"list":"phishing","source":"csirt","format":"plain","lines":10,"accepted":5,"duplicates":1,
             "rejected":{"no-host":3},"held":{"popular":1},"outOfReach":2,"added":4,"removed":0,
             "samples":[{"outcome":"rejected","reason":"no-host","line":3,"text":"x\\u001b[31m\\u009b2J"}],
             "warnings":["cut"]}""";
    public static final String PUBLISHED = """
            {"sequence":1790000000,"pending":false,"lists":[{"name":"phishing","version":8,"entries":1003,"added":3,
             "removed":0,"packedBytes":2205,"flatBytes":4096,"deltas":[{"from":7,"to":8,"bytes":120}]}],"held":0,
             "message":""}""";

    public final FakeServer server = new FakeServer();
    public final Run.Setting setting = new Run.Setting();

    @TempDir
    public Path folder;

    @BeforeEach
    void writeToken() throws IOException {
        Path token = Files.writeString(folder.resolve("token"), "s3cret\n");
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
        setting.with("BLOOMWARD_ADMIN_URL", server.address()).with("BLOOMWARD_TOKEN_FILE", token.toString());
    }

    @AfterEach
    void stop() {
        server.close();
    }
}
