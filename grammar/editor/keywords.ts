/**
 * One line of help for each word of the language; synonyms share it. Marked pure, so that tree shaking drops it from
 * pages without an editor.
 */
export const KEYWORD_HELP: ReadonlyMap<string, string> = /* @__PURE__ */ helpOf([
  [
    ['take', 'get', 'use'],
    'Reads keys of a record, or of the input, into variables: take { $start, $end } from $campaign',
  ],
  [['let'], 'Declares a variable: let $total = 0'],
  [['define'], 'Makes a helper of your own: define :is_large { $input > 1000 }'],
  [['each', 'for'], 'Does something for each item of a list: each $line of $lines { … }'],
  [['if', 'else'], 'Does something only when a condition is true: if $quantity > 10 { … } else { … }'],
  [['validate'], 'Collects the rejections of a block under a label: validate "Dates" { … }'],
  [['reject', 'because'], 'Refuses a value and says why: reject $quantity because "At most 100"'],
  [['skip', 'continue'], 'Continues with the next item; outside of a loop it ends the script'],
  [['print'], 'Writes a value to the output, to look at while a script is made'],
  [['from'], 'Where take reads from: take $start from $campaign'],
  [['as'], 'Gives what is taken, or an item, another name: take $monthly as $price'],
  [['of', 'in'], 'Whether a list has an item or a text has a text: "radio" in $media'],
  [['or'], 'True when either side is'],
  [['and'], 'True when both sides are'],
  [['not'], 'True when what follows is not'],
  [['includes'], 'Whether a list has an item or a text has a text: $media includes "radio"'],
  [['matches'], 'Whether a text has a text, in capitals or not: $email matches "@corp"'],
  [['mod'], 'What is left over by a division: 7 mod 3 is 1'],
  [['true', 'false'], 'Yes and no'],
  [['nothing'], 'No value at all'],
  [['now'], 'The time of the check'],
  [['today'], 'The start of this day'],
  [['index'], 'The number of the row in a loop, from 0'],
  [['this', 'it'], "The item of the loop; outside of loops the widget's own value"],
  [['ago'], 'Counts back from now: 30 days ago'],
  [['ahead', 'later'], 'Counts on from now: 2 weeks ahead'],
  [['starts', 'ends', 'with'], 'Whether a text begins or ends with a text: $code starts with "WX"'],
  [['at'], 'An item of a list by its number, from 1: $sizes at 2'],
  [['part', 'to'], 'Characters of a text, from 1, both included: $zip part 1 to 5'],
  [['replace'], 'A text with each occurrence of a text replaced: $phone replace "-" with ""'],
  [['split'], 'The parts of a text between a text, as a list: $tags split ";"'],
  [['join'], 'The items of a list as one text: $names join ", "'],
  [['where'], 'The items of a list for which a comparison is true: $rates where $code == $market'],
  [['first'], 'The first item of a list: first of $rates where $code == $market'],
  [['count'], 'How many items a list has: count of $lines where $quantity > 10'],
  [['pattern'], 'Whether a text has a pattern (RE2): $zip pattern "^[0-9]{5}$"'],
  [
    ['working_days'],
    'The days from Monday to Friday between two dates, without holidays: working_days of [$start, $end]',
  ],
  [['working'], 'Counts working days from today: 5 working days ahead'],
  [['second', 'minute', 'hour', 'day', 'week'], 'A length of time: 5 days'],
  [['month'], 'A length of time of 30 days; a date moves by it in the calendar'],
  [['year'], 'A length of time of 365 days; a date moves by it in the calendar'],
]);

function helpOf(entries: readonly [synonyms: readonly string[], help: string][]): ReadonlyMap<string, string> {
  return new Map(entries.flatMap(([synonyms, help]) => synonyms.map((word): [string, string] => [word, help])));
}
