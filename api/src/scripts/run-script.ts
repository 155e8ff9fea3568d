import { type Config, configFromEnvironment } from '../config.ts';
import { isExpected, type StartedServices, startServices } from '../start-services.ts';

/** Runs one command over the configured database and closes it; an expected problem ends it with its sentence alone. */
export async function runScript(
  settings: Partial<Config>,
  work: (started: StartedServices) => Promise<void>,
): Promise<void> {
  try {
    const started = await startServices({ ...configFromEnvironment(), ...settings });
    try {
      await work(started);
    } finally {
      await started.close();
    }
  } catch (error) {
    console.error(isExpected(error) ? error.message : error);
    process.exitCode = 1;
  }
}
