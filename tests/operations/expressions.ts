import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** The alerts. */
export const rulesFile = 'api/engine/metrics/alerts.yml';

interface Rules {
  groups: { rules: { alert: string; expr: string; for?: string; labels: object; annotations: object }[] }[];
}

/** The rules of all alerts. */
export function alertRules(): Rules['groups'][number]['rules'] {
  const { groups }: Rules = parse(readFileSync(rulesFile, 'utf8'));
  return groups.flatMap(({ rules }) => rules);
}

/** The queries of the Grafana dashboard, with a range in place of Grafana's variable. */
export function dashboardExpressions(): string[] {
  const { panels }: { panels: { targets: { expr: string }[] }[] } = JSON.parse(
    readFileSync('api/engine/metrics/grafana.json', 'utf8'),
  );
  return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m')));
}

const keywords = new Set(['and', 'or', 'unless', 'bool', 'offset', 'inf', 'nan']);

/** The names of the metrics in a PromQL expression: identifiers that are no function, label, keyword or duration. */
export function metricNames(expression: string): string[] {
  const withoutLabels = expression
    .replaceAll(/"[^"]*"|'[^']*'/g, '')
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, '')
    .replaceAll(/\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, '');
  const names = withoutLabels.match(/(?<![\w.])[a-zA-Z_:][\w:]*(?!\s*\(|[\w:])/g) ?? [];
  return names.filter((name) => !keywords.has(name.toLowerCase()));
}
