/** Prints a line to standard output, where the person at the command line reads it. */
export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}
