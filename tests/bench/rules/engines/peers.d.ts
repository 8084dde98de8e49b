/** The types of the compared packages that the benchmark uses: they are not installed where types are checked. */
declare module '@marcbachmann/cel-js' {
  export class Environment {
    constructor(options: { unlistedVariablesAreDyn: boolean });
    registerFunction<Argument>(signature: string, run: (argument: Argument) => unknown): this;
    parse(source: string): (input: object) => unknown;
  }
}

declare module 'json-logic-engine' {
  export class LogicEngine {
    addMethod(name: string, run: (argument: unknown) => unknown, options: { deterministic: boolean }): void;
    run(rule: object, input: object): unknown;
    build(rule: object): (input: object) => unknown;
  }
}

declare module 'jsonata' {
  export default function compile(source: string): { evaluate(input: object): Promise<unknown> };
}
