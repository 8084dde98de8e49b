import { LanguageSupport, StreamLanguage, type StringStream } from '@codemirror/language';
import { isKeyword } from '#grammar/index.ts';

/** Tokenizer state at the start of a line: inside a multi-line string or not, and the bracket depth. */
interface Place {
  isInText: boolean;
  depth: number;
}

/**
 * CodeMirror language for the rules language: syntax highlighting and indentation only. Everything semantic comes from
 * the grammar.
 */
export const rulesLanguage = new LanguageSupport(
  StreamLanguage.define<Place>({
    name: 'rules',
    startState: () => ({ isInText: false, depth: 0 }),
    copyState: (place) => ({ ...place }),
    token: (stream, place) => {
      if (place.isInText) return restOfText(stream, place);
      if (stream.eatSpace()) return null;
      if (stream.match('//')) {
        stream.skipToEnd();
        return 'comment';
      }
      if (stream.eat('"')) return restOfText(stream, place);
      if (stream.match(/^\$[A-Za-z_][A-Za-z0-9_]*/)) return 'propertyName';
      if (stream.match(/^:[A-Za-z_]+/)) return 'variableName.function';
      if (stream.match(/^[0-9][0-9_.]*/)) return 'number';
      if (stream.match(/^\.[A-Za-z_][A-Za-z0-9_]*/)) return 'propertyName';
      if (stream.match(/^[A-Za-z_][A-Za-z0-9_]*/)) return wordStyle(stream.current());
      if (stream.match(/^[{[(]/)) place.depth += 1;
      else if (stream.match(/^[)\]}]/)) place.depth = Math.max(0, place.depth - 1);
      else stream.next();
      return null;
    },
    indent: ({ depth }, textAfter, { unit }) => Math.max(0, depth - (/^[)\]}]/.test(textAfter) ? 1 : 0)) * unit,
    languageData: { commentTokens: { line: '//' }, closeBrackets: { brackets: ['(', '[', '{', '"'] } },
  }),
);

/** A string may span several lines. */
function restOfText(stream: StringStream, place: Place): string {
  place.isInText = !stream.match(/^(?:[^"\\]|\\.)*"/);
  if (place.isInText) stream.skipToEnd();
  return 'string';
}

function wordStyle(word: string): string | null {
  if (word === 'true' || word === 'false') return 'bool';
  if (word === 'nothing') return 'null';
  return isKeyword(word) ? 'keyword' : null;
}
