import pytest, resource
from playwright.sync_api import expect
@pytest.mark.parametrize("n",range(8))
def test_new(visitor,n):
    page=visitor.page("/"); expect(page.locator("h1")).to_be_visible()
def test_same(visitor):
    for _ in range(8):
        page=visitor.page("/"); expect(page.locator("h1")).to_be_visible(); page.close()
def test_tables(visitor):
    from page.hands import Keys
    k=Keys(visitor.page())
    for _ in range(8): k.sit_down("freecell",deal=1)
def test_none(visitor): pass
