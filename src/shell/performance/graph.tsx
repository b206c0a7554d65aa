import { createChart, LineSeries } from 'lightweight-charts'
import { useEffect, useRef } from 'react'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { formatDate, formatNumber } from '#console/kit/format.ts'

export interface Point {
  date: string
  portfolio: number
  index: number
}

const percent = (value: number) => `${value > 0 ? '+' : ''}${formatNumber(value)} %`

/** The colours of this theme as the chart's canvas can paint them. */
function colours(box: HTMLElement) {
  const probe = document.createElement('span')
  box.append(probe)
  const painted = (name: string) => {
    probe.style.color = `var(${name})`
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    if (!canvas) return '#888888'
    canvas.fillStyle = getComputedStyle(probe).color
    canvas.fillRect(0, 0, 1, 1)
    const [r = 0, g = 0, b = 0] = canvas.getImageData(0, 0, 1, 1).data
    return `rgb(${r}, ${g}, ${b})`
  }
  const found = {
    own: painted('--primary'),
    index: painted('--muted-foreground'),
    text: painted('--muted-foreground'),
    grid: painted('--border'),
  }
  probe.remove()
  return found
}

/** The gain of the portfolio beside the index, in percent since the day before the first. */
export function Graph({ points }: { points: readonly Point[] }) {
  const box = useRef<HTMLDivElement>(null)
  const locale = useLocale()
  useEffect(() => {
    const element = box.current
    if (!element) return
    const draw = () => {
      const { own, index, text, grid } = colours(element)
      const chart = createChart(element, {
        autoSize: true,
        layout: { background: { color: 'transparent' }, textColor: text, attributionLogo: false, fontFamily: 'inherit' },
        grid: { vertLines: { visible: false }, horzLines: { color: grid } },
        rightPriceScale: { borderVisible: false },
        timeScale: { borderColor: grid, fixLeftEdge: true, fixRightEdge: true },
        localization: { locale, priceFormatter: percent },
        handleScroll: false,
        handleScale: false,
      })
      const line = (color: string, width: 1 | 2, name: 'portfolio' | 'index') =>
        chart
          .addSeries(LineSeries, { color, lineWidth: width, priceLineVisible: false })
          .setData(points.map((point) => ({ time: point.date, value: point[name] })))
      line(index, 1, 'index')
      line(own, 2, 'portfolio')
      chart.timeScale().fitContent()
      return chart
    }
    let chart = draw()
    // Colours are painted, so another theme is another picture.
    const themes = new MutationObserver(() => {
      chart.remove()
      chart = draw()
    })
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ['class', 'data-theme', 'style'] })
    return () => {
      themes.disconnect()
      chart.remove()
    }
  }, [points, locale])
  const [first, last] = [points[0], points.at(-1)]
  return (
    <figure className="flex flex-col gap-2 p-4">
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden="true" className="h-0.5 w-4 bg-primary" />
          {t('performance.portfolio')}
          {last && (
            <bdi dir="ltr" className="tabular-nums">
              {percent(last.portfolio)}
            </bdi>
          )}
        </span>
        <span className="inline-flex items-center gap-1.5 text-muted-foreground">
          <span aria-hidden="true" className="h-0.5 w-4 bg-muted-foreground" />
          {t('performance.index')}
          {last && (
            <bdi dir="ltr" className="tabular-nums">
              {percent(last.index)}
            </bdi>
          )}
        </span>
      </figcaption>
      <div ref={box} dir="ltr" aria-hidden="true" className="h-64 w-full" />
      {first && last && (
        <p className="sr-only">
          {t('performance.graphOf', {
            from: formatDate(first.date),
            to: formatDate(last.date),
            portfolio: percent(last.portfolio),
            index: percent(last.index),
          })}
        </p>
      )}
    </figure>
  )
}
