import { dottedName, syntaxRule } from './rule.ts';

/**
 * Static functions that a supported browser (`browserslist` in package.json) or the one before it lacks, with the first
 * version of Safari that has them; Safari is the last to get most.
 */
const functions: Readonly<Record<string, string>> = {
  'Array.fromAsync': '16.4, Chrome 121',
  'Error.isError': '26.0',
  'Iterator.from': '18.4',
  'Map.groupBy': '17.4',
  'Math.sumPrecise': '26.2',
  'Object.groupBy': '17.4',
  'Promise.try': '18.2',
  'Promise.withResolvers': '17.4',
  'RegExp.escape': '18.2',
  'URL.canParse': '17.0',
  'URL.parse': '18.0',
  'Uint8Array.fromBase64': '18.2',
  'document.startViewTransition': '18.0',
  'scheduler.yield': 'none',
};

/** Methods of elements, sets and buffers, by name. */
const methods: Readonly<Record<string, string>> = {
  checkVisibility: '17.4',
  difference: '17.0',
  getOrInsert: '26.2',
  getOrInsertComputed: '26.2',
  hidePopover: '17.0',
  intersection: '17.0',
  isDisjointFrom: '17.0',
  isSubsetOf: '17.0',
  isSupersetOf: '17.0',
  moveBefore: 'none',
  requestClose: '18.4',
  setHTML: 'none',
  showPopover: '17.0',
  symmetricDifference: '17.0',
  toBase64: '18.2',
  togglePopover: '17.0',
  union: '17.0',
};

/** What makes an iterator, and the iterator helpers (Safari 18.4). Arrays have methods of the same names. */
const iterators = ['entries', 'keys', 'values', 'matchAll'];
const helpers = ['drop', 'every', 'filter', 'find', 'flatMap', 'forEach', 'map', 'reduce', 'some', 'take', 'toArray'];

/**
 * Rule: a web API that not every browser has is used behind a feature check: an `in` test or `typeof` in the same file,
 * or a function of `portal/look/browserSupport.ts`, which has the fallbacks.
 */
export const checksBrowserSupport = syntaxRule((report) => {
  const tested = new Set<string>();
  return {
    BinaryExpression({ operator, left }) {
      if (operator === 'in' && left.type === 'Literal' && typeof left.value === 'string') tested.add(left.value);
    },
    CallExpression(node) {
      const { callee } = node;
      if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return;
      const { name } = callee.property;
      const { object } = callee;
      const path = dottedName(callee) ?? '';
      const since = Object.hasOwn(functions, path)
        ? functions[path]
        : Object.hasOwn(methods, name)
          ? methods[name]
          : '';
      if (since && !tested.has(name)) report(node, `uses ${name} (Safari ${since}) without a feature check`);
      if (!helpers.includes(name) || object.type !== 'CallExpression' || object.callee.type !== 'MemberExpression')
        return;
      const { object: owner, property } = object.callee;
      if (property.type !== 'Identifier' || !iterators.includes(property.name)) return;
      // Object.entries and the like return arrays.
      if (dottedName(owner) !== 'Object') report(node, `uses the iterator helper ${name} (Safari 18.4)`);
    },
  };
});
