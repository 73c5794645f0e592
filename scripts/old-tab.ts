import type { Plugin } from 'vite'

/**
 * A tab that was open over an update asks for files of the earlier build, which are gone. React Router
 * then loads the page that is shown again, so the visitor must press the link a second time; and does so
 * where a link was merely pointed at. This has it load the page that was asked for, and none for a
 * prefetch. Source: `loadRouteModule` of react-router 8.4.0, which offers no setting for it. The build
 * fails where an update of that package has changed the line.
 */
export function oldTab(): Plugin {
  const failed = /console\.error\([\s\S]*?window\.location\.reload\(\);/
  return {
    name: 'old-tab',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: {
        id: /react-router\/dist\/(?:production|development)\/lib\/dom\/ssr\/routeModules\.js/,
      },
      handler(code) {
        if (!failed.test(code)) throw new Error('scripts/old-tab.ts no longer fits react-router')
        return code.replace(failed, `${loadInstead}loadInstead(route.id);`)
      },
    },
  }
}

/**
 * In the browser. Nothing is loaded for a prefetch; the link still works. A navigation may be over before
 * the module of its page has failed: then that page is the one that is shown, without content.
 */
const loadInstead = `const loadInstead = (routeId) => {
  const { navigation, fetchers, matches } = window.__reactRouterDataRouter?.state ?? {};
  const isShown = matches?.some(({ route }) => route.id === routeId);
  if (navigation?.location) {
    const { pathname, search, hash } = navigation.location;
    window.location.assign(pathname + search + hash);
  } else if (!navigation || isShown || [...fetchers.values()].some(({ state }) => state !== "idle")) {
    window.location.reload();
  }
};
`
