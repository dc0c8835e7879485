/// From a published version to a verdict about a URL: the agent on each client.
module bloomward.agent {
    requires static org.jspecify;
}
