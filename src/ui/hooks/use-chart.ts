/** Charts of lightweight-charts: only screens that have one import this, and those lazily. */
import { createChart, type IChartApi } from 'lightweight-charts'
import { type RefObject, useEffect, useRef } from 'react'
import { useLocale } from '#console/i18n/i18n.ts'

export interface ChartColours {
  own: string
  rise: string
  fall: string
  text: string
  grid: string
}

/** The colours of this theme as the chart's canvas can paint them. */
function coloursIn(box: HTMLElement): ChartColours {
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
    rise: painted('--primary-text'),
    fall: painted('--danger-text'),
    text: painted('--muted-foreground'),
    grid: painted('--border'),
  }
  probe.remove()
  return found
}

interface Options {
  /** How a value is written beside the chart. */
  format: (value: number) => string
  /** It can be moved and made larger by hand; a page is still scrolled over it with a thumb. */
  moves?: boolean
}

/** A chart in the box of this ref, drawn by `draw`, and drawn again where that, the theme or the language changes. */
export function useChart(
  draw: (chart: IChartApi, colours: ChartColours) => void,
  { format, moves = false }: Options,
): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  const locale = useLocale()
  useEffect(() => {
    const element = box.current
    if (!element) return
    const begin = () => {
      const colours = coloursIn(element)
      const chart = createChart(element, {
        autoSize: true,
        layout: { background: { color: 'transparent' }, textColor: colours.text, attributionLogo: false, fontFamily: 'inherit' },
        grid: { vertLines: { visible: false }, horzLines: { color: colours.grid } },
        rightPriceScale: { borderVisible: false },
        timeScale: { borderColor: colours.grid, fixLeftEdge: true, fixRightEdge: true },
        localization: { locale, priceFormatter: format },
        handleScroll: moves && { mouseWheel: false, pressedMouseMove: true, horzTouchDrag: true, vertTouchDrag: false },
        handleScale: moves && { mouseWheel: false, pinch: true, axisPressedMouseMove: true, axisDoubleClickReset: true },
      })
      draw(chart, colours)
      chart.timeScale().fitContent()
      return chart
    }
    let chart = begin()
    // Colours are painted, so another theme is another picture.
    const themes = new MutationObserver(() => {
      chart.remove()
      chart = begin()
    })
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ['class', 'data-theme', 'style'] })
    return () => {
      themes.disconnect()
      chart.remove()
    }
  }, [draw, format, moves, locale])
  return box
}
