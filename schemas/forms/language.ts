import type { Type } from './script.ts';

// Stands in for the rules language until it is there: every script is empty.
export interface Diagnostic {
  severity: 'error' | 'warning' | 'hint';
  message: string;
  line: number;
  column: number;
}
export interface Program {
  source: string;
}
export interface Ran {
  status: 'passed' | 'rejected' | 'error' | 'budget';
  value: unknown;
  errors: { path: (string | number)[]; value: unknown; message: string }[];
  diagnostics: Diagnostic[];
}
export function compile(
  source: string,
  _options: { schema: { [key: string]: Type }; mode: 'validate' | 'condition' | 'value' },
): { program: Program | null; diagnostics: Diagnostic[] } {
  return { program: { source }, diagnostics: [] };
}
export function analyze(_source: string, _options: { schema: { [key: string]: Type } }): { inputPaths: string[][] } {
  return { inputPaths: [] };
}
export function run(
  _program: Program,
  _input: { data: Record<string, unknown>; path?: (string | number)[] }[],
  _options: { now: Date; zone: string; this: unknown; index: number | undefined },
): Ran {
  return { status: 'passed', value: true, errors: [], diagnostics: [] };
}
