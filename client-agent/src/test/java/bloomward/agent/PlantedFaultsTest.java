package bloomward.agent;

import bloomward.format.testing.PlantedFaults;

/// `src/test/resources/planted-faults.txt` of the agent.
final class PlantedFaultsTest extends PlantedFaults {}
