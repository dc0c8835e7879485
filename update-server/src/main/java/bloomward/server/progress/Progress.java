package bloomward.server.progress;

/// Tells how far a job is. The code that works need not know whether a job asked for it.
public final class Progress {

    private static final ScopedValue<Progress> CURRENT = ScopedValue.newInstance();

    /// A step of the work.
    ///
    /// @param done of this step, in its own units
    /// @param of the whole of it, 0 if unknown
    public record Step(String name, long done, long of) {}

    private volatile Step step = new Step("", 0, 0);

    public Progress() {}

    /// Notes how far the job of this thread is; nothing if there is none. Cheap enough for every few thousand lines.
    public static void tell(String name, long done, long of) {
        if (CURRENT.isBound()) {
            CURRENT.get().step = new Step(name, done, of);
        }
    }

    /// The last step that was told.
    public Step step() {
        return step;
    }

    /// Works, with this as the progress of the thread.
    public <R, E extends Exception> R on(ScopedValue.CallableOp<R, E> work) throws E {
        return ScopedValue.where(CURRENT, this).call(work);
    }
}
