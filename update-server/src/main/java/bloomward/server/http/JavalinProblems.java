package bloomward.server.http;

import io.javalin.http.Context;

/// Writes problems as Javalin responses.
public final class JavalinProblems {

    private JavalinProblems() {}

    public static void write(Context context, Problem problem) {
        context.status(problem.status())
                .contentType(Problem.MEDIA_TYPE)
                .header("Cache-Control", CacheRule.NEVER.header())
                .header("X-Content-Type-Options", "nosniff")
                .result(Problems.bytes(problem));
    }
}
