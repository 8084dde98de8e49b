import { type EngineName, engineNames, engines } from './engines.ts';
import { findScenario } from './scenarios.ts';

/**
 * One measurement in its own process, `WHAT [ENGINE] [late]`: the name of a scenario; `cold` for compiling 100 scripts; or
 * the number of lines to compile. Prints its figures as JSON.
 */
async function measure(kind: string, engineName: string, moment: string): Promise<object> {
  const engine = isEngine(engineName) ? await engines[engineName]() : undefined;
  const scenario = findScenario(kind);
  if (engine && scenario)
    return (await import('./task-time.ts')).timeTask(engine, { ...scenario, isLate: moment === 'late' });
  if (engine && kind === 'cold') return (await import('./cold-time.ts')).timeCold(engine);
  const { timeCompile, timeColdParse } = await import('./compile-time.ts');
  return kind === 'cold' ? timeColdParse() : timeCompile(Number(kind));
}

function isEngine(name: string): name is EngineName {
  return engineNames.some((engine) => engine === name);
}

const [kind = '', engineName = '', moment = ''] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await measure(kind, engineName, moment)));
