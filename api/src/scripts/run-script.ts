import { type Config, configFromEnvironment } from '../config.ts';
import { isExpected, type StartedServices, startServices } from '../start-services.ts';

/** Runs a command with the server's configuration; an expected problem prints only its sentence. */
export async function runCommand(work: (config: Config) => Promise<void>): Promise<void> {
  try {
    await work(configFromEnvironment());
  } catch (error) {
    console.error(isExpected(error) ? error.message : error);
    process.exitCode = 1;
  }
}

/** Runs a command on the configured database, also while the site is running, then closes it. */
export function runScript(
  settings: Partial<Config>,
  work: (started: StartedServices) => Promise<void>,
): Promise<void> {
  return runCommand(async (config) => {
    // Only seeding creates a database; all other commands need an existing one.
    const existing = !settings.seedDemo;
    const started = await startServices({ ...config, ...settings }, { beside: true, existing });
    try {
      await work(started);
    } finally {
      await started.close();
    }
  });
}
