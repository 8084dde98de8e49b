/** What a text that somebody brings may be, so that reading it keeps nobody waiting and ends nothing. */
export const textLimits = { characters: 1_048_576, depth: 200 } as const;

/** The words for a text that is too large. */
export const tooLarge = 'It is too large: a form has less than 1 MiB';

/** Reads a text of JSON, within limits, or says why it can not be read. */
export function readJson(text: string): { value: unknown } | { message: string } {
  if (text.length >= textLimits.characters) return { message: tooLarge };
  const read = parsed(text);
  if ('message' in read || !isTooDeep(read.value)) return read;
  return { message: `It is nested too deep: at most ${textLimits.depth} lists and objects in one another` };
}

function parsed(text: string): { value: unknown } | { message: string } {
  try {
    // Some editors begin a file with a mark of its encoding.
    return { value: JSON.parse(text.replace(/^\uFEFF/, '')) };
  } catch (error) {
    if (error instanceof SyntaxError) return { message: 'It is not valid JSON' };
    throw error;
  }
}

/** Without going into it again and again: what is too deep would end that. */
function isTooDeep(value: unknown): boolean {
  const open = [{ value, depth: 0 }];
  for (let each = open.pop(); each; each = open.pop()) {
    if (typeof each.value !== 'object' || each.value === null) continue;
    if (each.depth >= textLimits.depth) return true;
    for (const inner of Object.values(each.value)) open.push({ value: inner, depth: each.depth + 1 });
  }
  return false;
}
