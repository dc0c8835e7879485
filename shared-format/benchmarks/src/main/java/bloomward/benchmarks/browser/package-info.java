/// Real browsers open URLs by their own navigation, and the addresses that they request are recorded.
package bloomward.benchmarks.browser;
