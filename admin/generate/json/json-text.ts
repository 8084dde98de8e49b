/** Result of parsing: a value, or an error message with the line. */
export type ParsedJson = { value: unknown } | { message: string };

interface ParseOptions {
  /** The expected JSON type. */
  shape: 'map' | 'list';
  /** Line of the first syntax error, if the editor knows it. */
  brokenLine?: number | undefined;
}

/** Parses and checks the text of a JSON editor. Empty text means no value. */
export function parseJson(text: string, { shape, brokenLine }: ParseOptions): ParsedJson {
  if (text.trim() === '') return { value: undefined };
  const parsed = parse(text, brokenLine);
  if ('message' in parsed) return parsed;
  const isList = Array.isArray(parsed.value);
  const isMap = typeof parsed.value === 'object' && parsed.value !== null && !isList;
  if (shape === 'map' && !isMap) return { message: 'Must be an object, written { … }' };
  if (shape === 'list' && !isList) return { message: 'Must be a list, written [ … ]' };
  return parsed;
}

function parse(text: string, brokenLine: number | undefined): ParsedJson {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const place = brokenLine === undefined ? placeOf(error.message, text) : `Line ${brokenLine}, `;
    return { message: `${place}not valid JSON: ${causeOf(error.message)}` };
  }
}

/** Engines report the position in different ways; returns 'Line 3, ' if there is one. */
function placeOf(message: string, text: string): string {
  const line = /line (\d+)/.exec(message)?.[1];
  const position = /position (\d+)/.exec(message)?.[1];
  if (line) return `Line ${line}, `;
  if (position) return `Line ${text.slice(0, Number(position)).split('\n').length}, `;
  return 'This is ';
}

function causeOf(message: string): string {
  return message
    .replace(/^JSON\.parse: /, '')
    .replace(/ (in JSON )?at (position|line) .*$/s, '')
    .replace(/, (\.\.\.)?".*" is not valid JSON$/s, '');
}
