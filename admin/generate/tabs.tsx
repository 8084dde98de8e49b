import { Box, Tab, Tabs } from '@mui/material';
import { createContext, type ReactNode, useContext, useId, useMemo, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { Section } from '#schemas/resource/back-office.ts';

interface OpenTab {
  /** The open tab; undefined opens the first. */
  tab: string | undefined;
  open(tab: string): void;
}

const OpenTabContext = createContext<OpenTab>({ tab: undefined, open: () => undefined });

/** Returns the open tab of the page and its setter, so that error links can open the tab of their field. */
export const useOpenTab = (): OpenTab => useContext(OpenTabContext);

/** Provides the open tab of a page. */
export function OpenTabProvider({ children }: { children: ReactNode }) {
  const [tab, open] = useState<string>();
  const value = useMemo(() => ({ tab, open }), [tab]);
  return <OpenTabContext.Provider value={value}>{children}</OpenTabContext.Provider>;
}

interface SectionTabsProps {
  sections: Section[];
  children: (sections: Section[]) => ReactNode;
}

/** Sections in tabs. Closed tabs stay mounted, so that their fields are validated and saved. */
export function SectionTabs({ sections, children }: SectionTabsProps) {
  const id = useId();
  const { tab, open } = useOpenTab();
  // Read-only pages have no form.
  const { errors = {} } = useFormContext()?.formState ?? {};
  const names = [...new Set(sections.flatMap((section) => section.tab ?? []))];
  const current = names.find((name) => name === tab) ?? names[0];
  const within = (name: string) => sections.filter((section) => section.tab === name);
  const hasError = (name: string) => within(name).some(({ fields }) => fields.some((field) => field.name in errors));
  return (
    <>
      <Tabs
        value={current}
        onChange={(_, name: string) => open(name)}
        variant="scrollable"
        allowScrollButtonsMobile
        aria-label="Sections of this record"
        sx={{ borderBottom: 1, borderColor: 'divider' }}
      >
        {names.map((name, index) => (
          <Tab
            key={name}
            value={name}
            id={`${id}tab${index}`}
            aria-controls={`${id}panel${index}`}
            label={hasError(name) ? `${name} (has errors)` : name}
            sx={hasError(name) ? { color: 'error.main' } : {}}
          />
        ))}
      </Tabs>
      {names.map((name, index) => (
        <Box
          key={name}
          role="tabpanel"
          id={`${id}panel${index}`}
          aria-labelledby={`${id}tab${index}`}
          hidden={name !== current}
          sx={{ display: 'grid', gap: 2, '&[hidden]': { display: 'none' } }}
        >
          {children(within(name))}
        </Box>
      ))}
    </>
  );
}
