import type { HttpHandler } from 'msw';
import { demoCommunity } from '../fixtures/index.ts';
import { type CallKey, contract } from '../index.ts';
import { mediaHandlers } from './media.ts';
import { MockFailure, mock } from './mock.ts';
import { MockState } from './state.ts';
import { statefulHandlers } from './stateful-handlers.ts';

export const scenarioNames = ['typical', 'empty', 'failing'] as const;
export type ScenarioName = (typeof scenarioNames)[number];

export interface ScenarioOptions {
  /** Whether the demo account is signed in from the start; default true. */
  signedIn?: boolean;
}

/** A lively community; what the member does shows its effect until the page is loaded again. */
export function typical({ signedIn = true }: ScenarioOptions = {}): HttpHandler[] {
  const state = new MockState(demoCommunity(), { signedIn });
  return [...statefulHandlers(state), ...mediaHandlers(state)];
}

/** The first member of a site on which nothing has happened yet. */
export function empty({ signedIn = true }: ScenarioOptions = {}): HttpHandler[] {
  const { demo, members } = demoCommunity();
  const alone = { ...members.slice(0, 1)[0], bio: '', occupation: '', interests: [], location: '' };
  // True because the community always has its demo account.
  const first = alone as (typeof members)[number];
  const nothing = { pandas: [], connections: [], stakes: [], content: [], circles: [] };
  const state = new MockState({ demo, members: [first], ...nothing }, { signedIn });
  return [...statefulHandlers(state), ...mediaHandlers(state)];
}

/** The member is signed in and then every call fails, as when the database is gone. */
export function failing({ signedIn = true }: ScenarioOptions = {}): HttpHandler[] {
  const working = new MockState(demoCommunity(), { signedIn });
  const currentUser = mock('GET /api/user', () => working.self(working.viewer()));
  // True because the keys of the contract are its calls.
  const keys = (Object.keys(contract) as CallKey[]).filter((key) => key !== 'GET /api/user');
  return [
    currentUser,
    ...keys.map((key) =>
      mock(key, () => {
        throw new MockFailure(503, 'unavailable');
      }),
    ),
    ...mediaHandlers(working),
  ];
}

const scenarios: Record<ScenarioName, (options?: ScenarioOptions) => HttpHandler[]> = {
  typical,
  empty,
  failing,
};

/** The handlers of a scenario, with a state of their own. */
export function handlersFor(scenario: ScenarioName, options?: ScenarioOptions): HttpHandler[] {
  return scenarios[scenario](options);
}

/** Reads a scenario from an address or another outside source. */
export function isScenarioName(value: unknown): value is ScenarioName {
  return scenarioNames.some((name) => name === value);
}
