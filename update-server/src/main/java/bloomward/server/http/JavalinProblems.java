package bloomward.server.http;

import io.javalin.http.Context;

/// Problems as answers of Javalin.
final class JavalinProblems {

    private JavalinProblems() {}

    static void write(Context context, Problem problem) {
        context.status(problem.status()).contentType(Problem.MEDIA_TYPE).header("Cache-Control", CacheRule.NEVER
                .header())
                .header("X-Content-Type-Options", "nosniff").result(Problems.bytes(problem));
    }
}
