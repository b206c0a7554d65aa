import { createRouter } from '@tanstack/react-router'
import { getConfig } from '#console/data/api/config.ts'
import { withoutProduct, withProduct } from '#contract/choices/product.ts'
import { routeTree } from './routeTree.gen.ts'

/** The router. List state is in the search as plain parameters, so that links are readable. */
export const router = createRouter({
  routeTree,
  defaultPreload: false,
  scrollRestoration: true,
  // {product}pedia: the URL has the installation's product; routes and sections use one name.
  rewrite: {
    input: ({ url }) => {
      url.pathname = withoutProduct(url.pathname, getConfig().product)
      return url
    },
    output: ({ url }) => {
      url.pathname = withProduct(url.pathname, getConfig().product)
      return url
    },
  },
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(
      Object.entries(search).flatMap(([key, value]) => (value === undefined || value === null ? [] : [[key, String(value)]])),
    ).toString()
    return text && `?${text}`
  },
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
