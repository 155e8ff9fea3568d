/** A mock API: MSW handlers for development, stories and component tests. Never part of a production build. */
export type { Answers } from './answers.ts';
export { mockInviteCodes } from './invitations.ts';
export { mockCommonPassword, mockTokens } from './links.ts';
export { type MockCall, MockFailure, mock, OtherAnswer } from './mock.ts';
export {
  callOf,
  createScenarioHandlers,
  listNamedRemotes,
  listPageWords,
  type MockScenario,
  mockHeader,
  mockMembers,
  refusalsOf,
  scenarioWords,
} from './parse-scenario.ts';
export { handlersFor, type ScenarioName, type ScenarioOptions, scenarioNames } from './scenarios.ts';
export { createTabs, nextAnswerPath } from './tab-state.ts';
