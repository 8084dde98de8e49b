import { Box, Breadcrumbs, Card, CardContent, Link, Typography } from '@mui/material';
import { useContext, useEffect, useId, useRef } from 'react';
import { useRecordContext } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import type { ElementSlot } from '#portal/forms/elementSlot.ts';
import { ResourceScreenContext } from '../generate/resource-screen.tsx';

interface PageHeadProps {
  title: string;
  /** The title of the window, if it says more, such as the order that a list has open. */
  windowTitle?: string;
  /** Beside the title in soft text, such as the reference code of an order. */
  reference?: string;
  /** The record that a sub-page belongs to. */
  of?: { id: string; name: string };
  /** Actions at the right of the title. */
  actions?: ElementSlot;
}

/** Page header: breadcrumbs, title and actions. Also sets the document title (spec 2: 'Portal', then a subtitle). */
export function PageHeader({ title, windowTitle = title, reference, of, actions }: PageHeadProps) {
  const resource = useContext(ResourceScreenContext)?.resource;
  const heading = useFocusedHeading();
  const list = resource && resource.label !== title ? [{ label: resource.label, to: `/${resource.path}` }] : [];
  const record = resource && of ? [{ label: of.name, to: `/${resource.path}/${of.id}` }] : [];
  return (
    <Box component="header" sx={{ mb: 2 }}>
      <title>{`Portal: ${of && !title.includes(of.name) ? `${windowTitle}, ${of.name}` : windowTitle}`}</title>
      <Breadcrumbs aria-label="Breadcrumb" sx={{ fontSize: 13, mb: 0.5, minHeight: 20 }}>
        {[{ label: 'Admin', to: '/' }, ...list, ...record].map(({ label, to }) => (
          <Link key={to} component={RouterLink} to={to} color="text.secondary" sx={{ fontSize: 13 }}>
            {label}
          </Link>
        ))}
        <Typography component="span" aria-current="page" color="text.secondary" sx={{ fontSize: 13 }}>
          {title}
        </Typography>
      </Breadcrumbs>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minHeight: 36 }}>
        <Typography
          ref={heading}
          component="h1"
          variant="h1"
          tabIndex={-1}
          sx={{ flex: '1 1 auto', minWidth: 0, overflowWrap: 'anywhere', outline: 0 }}
        >
          <span>{title}</span>
          {reference && reference !== title ? (
            <Typography component="span" color="text.secondary">
              {` ${reference}`}
            </Typography>
          ) : null}
        </Typography>
        {actions}
      </Box>
    </Box>
  );
}

/**
 * Focuses the heading after a route change, for which the focus waits at `main` (frame/Layout.tsx), and after a save
 * that disabled the focused button.
 */
function useFocusedHeading() {
  const heading = useRef<HTMLHeadingElement>(null);
  const revision: unknown = useRecordContext()?.revision;
  const shownRevision = useRef(revision);
  useEffect(() => {
    if (document.activeElement?.id === 'main-content') heading.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    const isSaved = shownRevision.current !== undefined && revision !== shownRevision.current;
    shownRevision.current = revision;
    if (!isSaved) return;
    // The browser moves the focus away from a disabled button when it paints.
    const frame = requestAnimationFrame(() => {
      const { activeElement } = document;
      if (!activeElement?.matches(':enabled, [tabindex]')) heading.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [revision]);
  return heading;
}

interface PartProps {
  title: string;
  /** Actions at the right of the heading. */
  actions?: ElementSlot;
  children: ElementSlot;
}

/** A card of a page with a heading. */
export function PageSection({ title, actions, children }: PartProps) {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id}>
      <CardContent sx={{ '&:last-child': { pb: 2 } }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 2 }}>
          <Typography id={id} variant="h2" sx={{ flex: '1 1 auto' }}>
            {title}
          </Typography>
          {actions}
        </Box>
        {children}
      </CardContent>
    </Card>
  );
}
