/** Ten lines as a form author writes them. */
const TEN_LINES = `take { $start_date, $monthly as $price } from $campaign
let $total = 0
each $line of $lines {
  if !$line.quantity { skip }
  $total += $line.quantity * $line.unit_price
  if $line.quantity > 100 { reject $line.quantity because "Line " + (index + 1) + ": at most 100" }
}
if $total > 10_000 and !$email:valid_email { reject $email because "Above " + 10_000:money + " we need an e-mail" }
if $start_date < 30 days ago { reject $start_date because "Starts too long ago" }
print $price * 12
`;

/** A script of that many lines: the ten, repeated in blocks with their own scope. */
export function scriptOfLines(lines: number): string {
  return lines <= 10 ? TEN_LINES : `{\n${TEN_LINES}}\n`.repeat(Math.ceil(lines / 12));
}

/** The n-th one-line condition of a form. */
export function oneLine(n: number): string {
  return `$age >= ${n} and $quantity > 0 and $email matches "@corp${n}"`;
}
