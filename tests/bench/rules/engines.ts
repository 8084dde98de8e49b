import type { Engine } from './engine.ts';

/** The compared engines, the reference first. */
export const engineNames = [
  'plain JavaScript',
  'this language',
  '@marcbachmann/cel-js',
  'json-logic-engine, no eval',
  'json-logic-engine, with eval',
  'jsonata',
] as const;
export type EngineName = (typeof engineNames)[number];

/** Each is loaded only in the process that measures it. */
export const engines: Readonly<Record<EngineName, () => Promise<Engine>>> = {
  'plain JavaScript': async () => (await import('./engines/plain.ts')).plain,
  'this language': async () => (await import('./engines/rules.ts')).rules,
  '@marcbachmann/cel-js': async () => (await import('./engines/cel.ts')).cel,
  'json-logic-engine, no eval': async () => (await import('./engines/json-logic.ts')).jsonLogic,
  'json-logic-engine, with eval': async () => (await import('./engines/json-logic.ts')).jsonLogicEval,
  jsonata: async () => (await import('./engines/jsonata.ts')).jsonata,
};
