/** What a text read as JSON is: a value, or a sentence that says where it is wrong. */
export type ParsedJson = { value: unknown } | { message: string };

/** Reads the text of a JSON editor. `shape` is what the property takes; an empty text is no value. */
export function parseJson(text: string, shape: 'map' | 'list'): ParsedJson {
  if (text.trim() === '') return { value: undefined };
  const parsed = parse(text);
  if ('message' in parsed) return parsed;
  const isList = Array.isArray(parsed.value);
  const isMap = typeof parsed.value === 'object' && parsed.value !== null && !isList;
  if (shape === 'map' && !isMap) return { message: 'Must be an object, written { … }' };
  if (shape === 'list' && !isList) return { message: 'Must be a list, written [ … ]' };
  return parsed;
}

function parse(text: string): ParsedJson {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { message: `${placeOf(error.message, text)}not valid JSON: ${causeOf(error.message)}` };
  }
}

/** Engines that tell the position tell it differently; 'line 3, ' where one does. */
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
