import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { JsonMap, Product } from '#schemas/generated/types.ts';
import { lineAmount, lineMoney } from '#schemas/orders/line-amount.ts';
import { lineLabels, lineProperties } from '#schemas/orders/line-labels.ts';
import { moneyText } from '#schemas/texts/money.ts';
import { idOf, listOf, recordOf } from '../../api/queries.ts';
import { useDebounced } from '../../lists/useDebounced.ts';
import { Button } from '../../look/Button.tsx';
import { Dialog } from '../../look/Dialog.tsx';
import { LabeledInput } from '../../look/Field.tsx';
import { LoadError } from '../../look/LoadError.tsx';
import { Skeleton } from '../../look/Skeleton.tsx';
import styles from './AddProductDialog.module.css';
import type { Lines } from './mergeLines.ts';

/** The largest page of the API (design 3). */
const maxProducts = 200;

/**
 * The product picker: the products that the person may order (design 4), by group, with prices and a filter. It stays
 * open for several products; Enter in the filter adds the only match.
 */
export function AddProductDialog({
  lines,
  onAdd,
  onClose,
}: {
  /** The lines of the order. */
  lines: Lines;
  /** Adds a line; resolves to whether it was added. */
  onAdd: (product: Product) => Promise<boolean>;
  onClose: () => void;
}) {
  const [text, setText] = useState('');
  /** The name of the product added last. */
  const [added, setAdded] = useState('');
  const first = useQuery(listOf('products', { limit: maxProducts, sort: 'group,name' }));
  // If not all products fit on one page, search on the server.
  const isLong = (first.data?.pagination.total ?? 0) > maxProducts;
  const search = useDebounced(text.trim());
  const searchResult = useQuery({
    ...listOf('products', { limit: maxProducts, sort: 'group,name', search }),
    enabled: isLong && search !== '',
  });
  const isFinding = isLong && text.trim() !== '';
  const products = isFinding ? searchResult : first;
  const all = products.data?.results ?? [];
  const groups = groupProducts(all, isFinding ? '' : text);
  const matches = groups.flatMap(({ items }) => items);
  const add = async (product: Product) => {
    setAdded('');
    if (await onAdd(product)) setAdded(product.name);
  };
  const pressKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const [match] = matches;
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    // Results of an earlier text do not count.
    if (!match || matches.length > 1 || (isFinding && (search !== text.trim() || searchResult.isFetching))) return;
    event.currentTarget.select();
    void add(match);
  };
  return (
    <Dialog title="Add a product" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <div className={styles.find}>
        <LabeledInput
          label="Find a product"
          type="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={pressKey}
        />
        <p className={styles.state} role="status">
          <span>{added ? `${added} added` : text && products.data ? countText(matches.length) : ''}</span>
        </p>
      </div>
      {products.isPending && <Skeleton lines={5} />}
      {products.error && <LoadError error={products.error} onRetry={() => void products.refetch()} />}
      {products.data && groups.length === 0 && <p>{text ? 'No results.' : "You don't have access to any products."}</p>}
      {isLong && !isFinding && <p className={styles.note}>Showing the first {maxProducts}. Type to find others.</p>}
      {groups.map(({ group, items }) => (
        <section key={group} aria-label={group}>
          <h3 className={styles.group}>{group}</h3>
          <ul className={styles.products}>
            {items.map((product) => (
              <li key={product.id} className={styles.product}>
                <span className={styles.text}>
                  <span className={styles.name}>{product.name}</span>
                  {product.description && <span className={styles.note}>{product.description}</span>}
                  {product.includedProducts.some(({ min }) => min > 0) && (
                    <span className={styles.note}>{`Includes ${includedText(product, all)}`}</span>
                  )}
                </span>
                <span className={styles.price}>
                  {matches.length <= maxPrices && <Price id={product.id} />}
                  <CountInOrder count={lines.filter((line) => idOf(line.product) === product.id).length} />
                </span>
                <Button aria-label={`Add ${product.name}`} onClick={() => void add(product)}>
                  Add
                </Button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Dialog>
  );
}

/** Rows of lists have no line schema (design 3), so it is loaded for each product, if there are not too many. */
const maxPrices = 30;

function Price({ id }: { id: string }) {
  const { data } = useQuery({ ...recordOf('products', id), staleTime: 300_000 });
  return <span>{priceText(data?.combinedSchema)}</span>;
}

function CountInOrder({ count }: { count: number }) {
  return count > 0 && <span className={styles.note}>{`${count} in this order`}</span>;
}

const countText = (count: number) => (count === 1 ? '1 product. Enter adds it.' : `${count} products`);

/**
 * Returns the price of a product: the amount of a new line with its defaults, else its first default amount with its
 * label. '' if the product has neither.
 */
export function priceText(schema: JsonMap | undefined): string {
  const defaults: JsonMap = {};
  for (const [key, property] of lineProperties(schema)) {
    if (isRecord(property) && property.default !== undefined) defaults[key] = property.default;
  }
  const amount = lineAmount(schema, defaults);
  if (amount) return moneyText(amount);
  const labels = lineLabels(schema);
  for (const [key, currency] of lineMoney(schema)) {
    const value = defaults[key];
    if (typeof value === 'number' && value !== 0) return `${labels.get(key)}: ${moneyText(value, currency)}`;
  }
  return '';
}

type ProductGroup = { group: string; items: Product[] };

/** Groups products, keeping their order. Only those whose name, key, group or description contains the text. */
export function groupProducts(products: readonly Product[], text: string): ProductGroup[] {
  const needle = text.trim().toLowerCase();
  const groups = new Map<string, Product[]>();
  for (const product of products) {
    const group = product.group || 'Other';
    const isFound = [product.name, product.key, group, product.description ?? ''].some((each) =>
      each.toLowerCase().includes(needle),
    );
    if (isFound) groups.set(group, [...(groups.get(group) ?? []), product]);
  }
  return [...groups].map(([group, items]) => ({ group, items }));
}

/**
 * Describes what a product includes: '1 × Hosting, 2 × Page copy'. Products that the person may not read are only
 * counted.
 */
export function includedText(
  { includedProducts }: Pick<Product, 'includedProducts'>,
  products: readonly Product[],
): string {
  const names = new Map(products.map(({ id, name }) => [id, name]));
  const counted = includedProducts.filter(({ min }) => min > 0);
  const readable = counted.filter(({ productId }) => names.has(productId));
  const unnamed = counted.length - readable.length;
  const texts = readable.map(({ productId, min }) => `${min} × ${names.get(productId)}`);
  const more = texts.length > 0 ? `${unnamed} more` : unnamed === 1 ? '1 other product' : `${unnamed} other products`;
  return [...texts, ...(unnamed > 0 ? [more] : [])].join(', ');
}
