type Prepare = (source: string) => (input: Readonly<Record<string, unknown>>) => unknown;

const formCount = 40;
const runsPerScript = 400;

/** Prepares and runs the scripts of 40 forms: each form has its own keys, rows of its own shape, and five scripts. */
export function runOtherForms(prepare: Prepare): void {
  for (let form = 0; form < formCount; form += 1) {
    const input = inputOf(form);
    for (const script of scriptsOf(form)) {
      const ready = prepare(script);
      for (let times = 0; times < runsPerScript; times += 1) ready(input);
    }
  }
}

function inputOf(form: number): Readonly<Record<string, unknown>> {
  // The number of columns differs, and so does the shape of the rows.
  const extra = Object.fromEntries(Array.from({ length: form % 5 }, (_, at) => [`column${form}_${at}`, at]));
  const row = (at: number) => ({
    ...extra,
    [`count${form}`]: at,
    [`cost${form}`]: at + (form % 4) / 20,
    name: `Row ${at}`,
  });
  return {
    ...extra,
    [`budget${form}`]: 1_000 * form,
    [`title${form}`]: `Campaign ${form}`,
    [`rows${form}`]: Array.from({ length: 10 }, (_, at) => ({
      ...row(at),
      [`least${form}`]: at % 3,
      [`parts${form}`]: [row(at), row(at + 1), row(at + 2)],
    })),
  };
}

const scriptsOf = (form: number): string[] => [
  `$budget${form} > ${form} and $budget${form} <= 50000 and $title${form} matches "camp"`,
  `let $total = 0
   each $row of $rows${form} {
     $total += $row.count${form} * $row.cost${form}
     if $row.count${form} > ${50 + form} { reject $row.count${form} because "At most ${form}" }
   }
   $total < $budget${form}`,
  `let $sum = 0
   each $row of $rows${form} {
     each $part of $row.parts${form} {
       if $part.count${form} > $row.least${form} { $sum += $part.count${form} * $part.cost${form} }
     }
   }
   $sum`,
  `validate "Rows" {
     each $row of $rows${form} {
       if !$row.name { reject $row.name because "Missing" }
       if $row.cost${form} >= $budget${form} and $row.name != "Total" { reject $row because "Too much" }
     }
   }`,
  `let $names = ""
   each $row of $rows${form} { $names += $row.name + ", " }
   $names:length > 10 or $title${form}:upper == "X"`,
];
