package bloomward.server.draft;

/// More is allowed than the allow file of a publication holds. Nothing of it is allowed.
public final class AllowFileFullException extends Exception {

    private static final long serialVersionUID = 1;

    AllowFileFullException(long size, int most) {
        super("the allow file would have " + size + " bytes of expressions, at most " + most
                + " fit: allow less, such as hosts in place of their pages, or remove allow entries first");
    }
}
