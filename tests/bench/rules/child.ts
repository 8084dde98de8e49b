import { type TaskName, taskNames } from './engine.ts';
import { type EngineName, engineNames, engines } from './engines.ts';

/**
 * One measurement in its own process, `WHAT [ENGINE]`: a task; `cold` for compiling 100 scripts; or the number of lines
 * to compile. Prints its figures as JSON.
 */
async function measure(what: string, engineName: string): Promise<object> {
  const engine = isEngine(engineName) ? await engines[engineName]() : undefined;
  if (engine && isTask(what)) return (await import('./task-time.ts')).timeTask(engine, what);
  if (engine && what === 'cold') return (await import('./cold-time.ts')).timeCold(engine);
  const { timeCompile, timeColdParse } = await import('./compile-time.ts');
  return what === 'cold' ? timeColdParse() : timeCompile(Number(what));
}

function isTask(name: string): name is TaskName {
  return taskNames.some((task) => task === name);
}

function isEngine(name: string): name is EngineName {
  return engineNames.some((engine) => engine === name);
}

const [what = '', engineName = ''] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await measure(what, engineName)));
