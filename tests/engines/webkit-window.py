#!/usr/bin/python3
"""A window of WebKitGTK whose profile survives a restart, driven by WebKitWebDriver.

The browser that the driver brings forgets its profile under automation. Features that Safari has and WebKitGTK hides are on.
"""
import argparse
import os

parser = argparse.ArgumentParser()
parser.add_argument('--profile', required=True)
parser.add_argument('--downloads', required=True)
parser.add_argument('--collect', required=True, help='file of the script that runs first in every page')
parser.add_argument('--dark', action='store_true')
parser.add_argument('--private', action='store_true')
options, _ = parser.parse_known_args()

os.environ['GDK_BACKEND'] = 'x11'
import gi

gi.require_version('WebKit2', '4.1')
gi.require_version('Gtk', '3.0')
from gi.repository import Gtk, WebKit2

SAFARI = {'StorageAPI', 'StorageAPIEstimate', 'FileSystem', 'FileSystemWritableStream', 'AsyncClipboardAPI', 'MediaRecorder', 'AppBadge'}

Gtk.init(None)
if options.dark:
    Gtk.Settings.get_default().set_property('gtk-application-prefer-dark-theme', True)
Gtk.Settings.get_default().set_property('gtk-enable-animations', False)
if options.private:
    data = WebKit2.WebsiteDataManager.new_ephemeral()
else:
    data = WebKit2.WebsiteDataManager(base_data_directory=options.profile + '/data', base_cache_directory=options.profile + '/cache')
context = WebKit2.WebContext(website_data_manager=data)
settings = WebKit2.Settings()
settings.set_property('enable-media-stream', True)
settings.set_property('enable-mock-capture-devices', True)
features = WebKit2.Settings.get_all_features()
for index in range(features.get_length()):
    if features.get(index).get_identifier() in SAFARI:
        settings.set_feature_enabled(features.get(index), True)
content = WebKit2.UserContentManager()
with open(options.collect) as script:
    first = WebKit2.UserScript.new(
        script.read(), WebKit2.UserContentInjectedFrames.TOP_FRAME, WebKit2.UserScriptInjectionTime.START, None, None
    )
content.add_script(first)


def allow(_, request):
    request.allow()
    return True


def close(view):
    view.get_toplevel().destroy()


def open_view(related=None):
    kind = {'related_view': related} if related is not None else {'web_context': context}
    view = WebKit2.WebView(is_controlled_by_automation=True, user_content_manager=content, settings=settings, **kind)
    window = Gtk.Window()
    window.set_decorated(False)
    window.set_default_size(1366, 768)
    window.add(view)
    window.show_all()
    view.connect('permission-request', allow)
    view.connect('create', lambda opener, _: open_view(opener))
    view.connect('close', close)
    return view


def place(download, name):
    download.set_destination('file://' + os.path.join(options.downloads, name or 'file'))
    return True


def start(_, session):
    info = WebKit2.ApplicationInfo()
    info.set_name('webkit-window')
    info.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
    session.set_application_info(info)
    session.connect('create-web-view', lambda _: open_view())


context.connect('download-started', lambda _, download: download.connect('decide-destination', place))
context.set_automation_allowed(True)
context.connect('automation-started', start)
Gtk.main()
