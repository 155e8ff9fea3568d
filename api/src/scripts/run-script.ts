import { type Config, configFromEnvironment } from '../config.ts';
import { isExpected, type StartedServices, startServices } from '../start-services.ts';

/** Runs one command with the configuration of the server; an expected problem ends it with its sentence alone. */
export async function runCommand(work: (config: Config) => Promise<void>): Promise<void> {
  try {
    await work(configFromEnvironment());
  } catch (error) {
    console.error(isExpected(error) ? error.message : error);
    process.exitCode = 1;
  }
}

/** Runs one command over the configured database, also beside the site that is using it, and closes it. */
export function runScript(
  settings: Partial<Config>,
  work: (started: StartedServices) => Promise<void>,
): Promise<void> {
  return runCommand(async (config) => {
    // The demo is what makes data; all else looks at what is there.
    const existing = !settings.seedDemo;
    const started = await startServices({ ...config, ...settings }, { beside: true, existing });
    try {
      await work(started);
    } finally {
      await started.close();
    }
  });
}
