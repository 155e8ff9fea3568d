/** The API without an API: MSW handlers for development, stories and component tests. Never part of a production build. */
export { type MockCall, MockFailure, MockReply, mock } from './mock.ts';
export {
  empty,
  failing,
  handlersFor,
  isScenarioName,
  type ScenarioName,
  type ScenarioOptions,
  scenarioNames,
  typical,
} from './scenarios.ts';
