import { type TaskName, taskNames } from './engine.ts';
import { type EngineName, engineNames, engines } from './engines.ts';

/**
 * One measurement in its own process, `WHAT [ENGINE]`: a task; `cold` for compiling 100 scripts; or the number of lines
 * to compile. Prints its figures as JSON.
 */
async function measure(kind: string, engineName: string): Promise<object> {
  const engine = isEngine(engineName) ? await engines[engineName]() : undefined;
  if (engine && isTask(kind)) return (await import('./task-time.ts')).timeTask(engine, kind);
  if (engine && kind === 'cold') return (await import('./cold-time.ts')).timeCold(engine);
  const { timeCompile, timeColdParse } = await import('./compile-time.ts');
  return kind === 'cold' ? timeColdParse() : timeCompile(Number(kind));
}

function isTask(name: string): name is TaskName {
  return taskNames.some((task) => task === name);
}

function isEngine(name: string): name is EngineName {
  return engineNames.some((engine) => engine === name);
}

const [kind = '', engineName = ''] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await measure(kind, engineName)));
