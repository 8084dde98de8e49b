import { describe, expect, it } from 'vitest';
import { breaksUnderTranslation } from './browser-translation.ts';
import { resultsOf } from './jsx-children.ts';
import { parse, product } from './sources.ts';

const results = resultsOf(product.filter(({ folder }) => ['schemas', 'portal', 'admin'].includes(folder)));

/** The violations of a component that renders this JSX, with these declarations above it. */
function wrongWith(jsx: string, declarations = ''): string[] {
  const source = parse('portal/look/Example.tsx', `${declarations}\nconst Example = () => ${jsx};`);
  return breaksUnderTranslation(source, resultsOf([source]));
}

describe('under browser translation, a page', () => {
  it('never makes React remove or change a text node that has siblings, or insert something before one', () => {
    const pages = product.filter(({ path }) => path.endsWith('.tsx'));
    expect(pages.flatMap((source) => breaksUnderTranslation(source, results))).toEqual([]);
  }, 30_000);

  it.each([
    ['an element that comes and goes before a text', '<p>{icon && <Icon />}Approved</p>'],
    ['one of two that is nothing', '<p>{icon ? <Icon /> : null}Approved</p>'],
    ['two that come and go before a text', '<p>{a && <b />}{b && <i />}Approved</p>'],
    ['a list before a text', '<p>{all.map((each) => <b key={each} />)}in all</p>'],
    ['an element that comes and goes before a space', '<p>{icon && <Icon />} <b>Approved</b></p>'],
    ['a fallback before a text', '<p><Suspense fallback={null}><Later /></Suspense>Approved</p>'],
    ['a text that comes and goes', "<p><b>Order</b>{isNew && ' (new)'}</p>"],
    ['a text that is empty now and then', "<p><b>Order</b>{isNew ? ' (new)' : ''}</p>"],
    ['a text in turn with an element', "<p><b>Order</b>{isNew ? 'new' : <Time />}</p>"],
    ['a value that may be empty', '<p><b>Order</b>{name}</p>'],
    ['a value of a record', '<p>Order {order.name}</p>'],
    ['a number', '<p>{all.length} orders</p>'],
    ['a text with a part that changes', "<p><b>Order</b>{' ' + name}</p>"],
    ['one of two texts', "<p><b>Order</b>{isNew ? 'new' : 'known'}</p>"],
    ['texts in a list', "<p>{names.map((each) => each + ', ')}</p>"],
    ['a text in a fragment', '<>Order <b>{name}</b></>'],
    ['a text as a component', "'Order ' + name"],
  ])('is broken by %s', (_, jsx) => {
    expect(wrongWith(jsx)).not.toEqual([]);
  });

  it.each([
    ['a variable', '<p>{icon}Approved</p>', 'const icon = isNew && <Icon />;'],
    ['a component that renders nothing now and then', '<p><Mark />Approved</p>', 'const Mark = () => isNew && <b />;'],
    ['a component around it', '<p><Two />Approved</p>', 'const Two = () => <One />; const One = () => isNew && <b />;'],
    ['a component that is loaded later', '<p><Later />Approved</p>', 'const Later = lazyComponent(load);'],
    ['a text that it was given', '<p><b>Order</b>{name}</p>', 'interface Props { name: string }'],
    ['the result of a function', '<p><b>Order</b>{nameOf(order)}</p>', 'const nameOf = (): string => f();'],
    ['a property that may be left out', '<p><b>Order</b>{note}</p>', 'interface Props { note?: string }'],
    ['what it was given to render', '<p><b>Order</b>{children}</p>', 'interface Props { children: ReactNode }'],
  ])('breaks on %s beside a sibling', (_, jsx, declarations) => {
    expect(wrongWith(jsx, declarations)).not.toEqual([]);
  });

  it.each([
    ['a text alone in its element', '<p>{icon && <Icon />}<span>{name}</span></p>', ''],
    ['a text alone that comes and goes', "<p>{isNew && 'new'}</p>", ''],
    ['an element that is there always', '<p><Icon /> Approved</p>', ''],
    ['an element that comes and goes behind a text', '<p>Approved{icon && <Icon />}</p>', ''],
    ['an element in between', '<p>{icon && <Icon />}<b>Order</b> approved</p>', ''],
    ['one text of many parts', "<p>{'Order ' + name}</p>", ''],
    ['elements as children', '<p><b>Order</b>{children}</p>', 'interface Props { children: ElementSlot }'],
    ['what stands elsewhere', '<p>{createPortal(<b />, body)}Approved</p>', ''],
  ])('does not break on %s', (_, jsx, declarations) => {
    expect(wrongWith(jsx, declarations)).toEqual([]);
  });
});
