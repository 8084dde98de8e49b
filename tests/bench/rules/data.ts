/** Form data for the first task. */
export type SamplePerson = {
  readonly age: number;
  readonly quantity: number;
  readonly email: string;
};

export type SampleOrder = {
  readonly limit: number;
  readonly rows: readonly { readonly quantity: number; readonly price: number }[];
};

export type SampleCampaign = {
  readonly rows: readonly {
    readonly min: number;
    readonly items: readonly { readonly n: number; readonly weight: number; readonly active: boolean }[];
  }[];
};

/** What a price or a weight has after the point: none is stored exactly, .5 is, and .05 takes decimal arithmetic. */
const fractions = { whole: 0, '.5': 0.5, '.05': 0.05 } as const;
type Fraction = keyof typeof fractions;

/** What differs between the data of one task: the fraction of its prices, or the test that decides for a person. */
export type DataKind = Fraction | 'last test decides' | 'mostly an earlier test decides';

const fractionOf = (kind: DataKind): number => Object.entries(fractions).find(([name]) => name === kind)?.[1] ?? 0;

const variants = Array.from({ length: 8 }, (_, variant) => variant);

/** Records of 10 fields. With `mostly an earlier test decides`, five of the eight fail a test before the last one. */
export const peopleOf = (kind: DataKind): readonly SamplePerson[] =>
  variants.map((variant) => ({
    name: `Person ${variant}`,
    ...(kind === 'mostly an earlier test decides'
      ? { age: 15 + variant * 2, quantity: variant === 5 ? 0 : variant * 17 }
      : { age: 20 + variant * 2, quantity: 1 + variant * 12 }),
    email: variant % 4 === 3 ? `person${variant}@elsewhere.example` : `Person${variant}@Corp.example`,
    city: 'Amsterdam',
    street: 'Keizersgracht 1',
    phone: '+31 20 123 45 67',
    isMember: variant % 2 === 0,
    budget: variant * 1000,
    note: '',
  }));

/** 100 rows each; one has a row without a quantity, some are above their limit. */
export const ordersOf = (kind: DataKind): readonly SampleOrder[] =>
  variants.map((variant) => ({
    limit: variant % 3 === 0 ? 10_000 : 1_000_000,
    rows: Array.from({ length: 100 }, (_, row) => ({
      quantity: variant === 4 && row === 60 ? 0 : 1 + ((row + variant) % 9),
      price: 10 + ((row * 7 + variant) % 90) + fractionOf(kind),
    })),
  }));

/** 50 rows of 5 items each. */
export const campaignsOf = (kind: DataKind): readonly SampleCampaign[] =>
  variants.map((variant) => ({
    rows: Array.from({ length: 50 }, (_, row) => ({
      min: (row + variant) % 6,
      items: Array.from({ length: 5 }, (_, item) => ({
        n: (row * 3 + item * 5 + variant) % 12,
        weight: 1 + ((row + item) % 4) + fractionOf(kind),
        active: (row + item + variant) % 3 !== 0,
      })),
    })),
  }));
