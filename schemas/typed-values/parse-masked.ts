import { emptyResult, type ParseResult, problemResult, trimText } from './parsed.ts';

/** The masks with a name, and the patterns that a text may have. */
const named: Readonly<Record<string, readonly string[]>> = {
  phone: ['(999) 999-9999'],
  zip: ['99999', '99999-9999'],
};

const classes: Readonly<Record<string, RegExp>> = { '9': /\d/, A: /\p{L}/u, '*': /[\p{L}\d]/u };

/**
 * Parses a text with an input mask: `phone`, `zip`, or a pattern in which 9 is a digit, A a letter and * either (design
 * 7). Separators may be missing or different in the text: '6175550143' and '617.555.0143' are '(617) 555-0143'.
 */
export function parseMasked(text: string, mask: string): ParseResult<string> {
  const trimmed = trimText(text);
  if (trimmed === '') return emptyResult;
  const patterns = named[mask] ?? [mask];
  const typed = [...trimmed].filter((each) => /[\p{L}\d]/u.test(each));
  // The country code of the United States and Canada.
  const characters = mask === 'phone' && typed.length === 11 && typed[0] === '1' ? typed.slice(1) : typed;
  for (const pattern of patterns) {
    const value = filled(pattern, characters);
    if (value !== undefined) return { status: 'value', value, text: value };
  }
  return problemResult(`Must have the form ${patterns.join(' or ')}${legend(patterns.join(''))}`);
}

/** The pattern with the characters in place of its symbols; undefined if they do not fit. */
function filled(pattern: string, characters: readonly string[]): string | undefined {
  let next = 0;
  let text = '';
  for (const symbol of pattern) {
    const character = characters[next];
    const expected = classes[symbol];
    if (!expected) {
      // A letter or digit of the pattern itself may be left out.
      if (character?.toLowerCase() === symbol.toLowerCase()) next += 1;
      text += symbol;
    } else if (character !== undefined && expected.test(character)) {
      next += 1;
      text += character;
    } else return undefined;
  }
  return next === characters.length ? text : undefined;
}

function legend(symbols: string): string {
  const words = [
    ...(symbols.includes('9') ? ['9 is a digit'] : []),
    ...(symbols.includes('A') ? ['A is a letter'] : []),
    ...(symbols.includes('*') ? ['* is a letter or digit'] : []),
  ];
  return words.length > 0 ? `, where ${words.join(', ')}` : '';
}
