/** A line of help for each word of the language; synonyms share it. */
export const KEYWORD_HELP: ReadonlyMap<string, string> = new Map([
  ...words(
    ['take', 'get', 'use'],
    'Reads keys of a record, or of the input, into variables: take { $start, $end } from $campaign',
  ),
  ...words(['let'], 'Declares a variable: let $total = 0'),
  ...words(['define'], 'Makes a helper of your own: define :is_large { $input > 1000 }'),
  ...words(['each', 'for'], 'Does something for each item of a list: each $line of $lines { … }'),
  ...words(['if', 'else'], 'Does something only when a condition is true: if $quantity > 10 { … } else { … }'),
  ...words(['validate'], 'Collects the rejections of a block under a label: validate "Dates" { … }'),
  ...words(['reject', 'because'], 'Refuses a value and says why: reject $quantity because "At most 100"'),
  ...words(['skip', 'continue'], 'Goes on with the next item; outside of a loop it ends the script'),
  ...words(['print'], 'Writes a value to the output, to look at while a script is made'),
  ...words(['from'], 'Where take reads from: take $start from $campaign'),
  ...words(['as'], 'Gives what is taken, or an item, another name: take $monthly as $price'),
  ...words(['of', 'in'], 'Whether a list has an item or a text has a text: "radio" in $media'),
  ...words(['or'], 'True when either side is'),
  ...words(['and'], 'True when both sides are'),
  ...words(['not'], 'True when what follows is not'),
  ...words(['includes'], 'Whether a list has an item or a text has a text: $media includes "radio"'),
  ...words(['matches'], 'Whether a text has a text, in capitals or not: $email matches "@corp"'),
  ...words(['mod'], 'What is left over by a division: 7 mod 3 is 1'),
  ...words(['true', 'false'], 'Yes and no'),
  ...words(['nothing'], 'No value at all'),
  ...words(['now'], 'The time of the check'),
  ...words(['today'], 'The start of this day'),
  ...words(['index'], 'The number of the row in a loop, from 0'),
  ...words(['this', 'it'], "The item of the loop; outside of loops the widget's own value"),
  ...words(['ago'], 'Counts back from now: 30 days ago'),
  ...words(['ahead', 'later'], 'Counts on from now: 2 weeks ahead'),
  ...words(['second', 'minute', 'hour', 'day', 'week'], 'A length of time: 5 days'),
  ...words(['month'], 'A length of time of 30 days; a date moves by it in the calendar'),
  ...words(['year'], 'A length of time of 365 days; a date moves by it in the calendar'),
]);

function words(synonyms: readonly string[], help: string): [string, string][] {
  return synonyms.map((word) => [word, help]);
}
